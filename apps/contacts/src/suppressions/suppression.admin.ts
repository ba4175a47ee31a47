import { UsageError, type CommandTable } from '@outreach/app-kit';
import { invalidField } from '@outreach/errors';
import { normaliseDomain, normaliseEmail } from '@outreach/http-kit';
import type { Deps } from '../domain/ports.ts';
import { suppressGlobally } from './manage-suppressions.ts';
import type { SuppressedTarget } from './suppression.ts';

const USAGE = 'suppression add --email E | --domain D';

/** What the operator does to contacts of all workspaces. */
export const contactsCommands: CommandTable<Deps> = {
  'suppression add': {
    usage: USAGE,
    optional: ['email', 'domain'],
    run: async ({ deps }, { flags }) => {
      const target = toTarget(flags['email'], flags['domain']);
      const { id, type, value, reason, source, created_at } = await deps.unitOfWork(async () =>
        suppressGlobally(deps, target),
      );
      return { suppression: { id, scope: 'global', type, value, reason, source, created_at } };
    },
  },
};

/** @throws UsageError unless exactly one of the two is given; AppError invalid_argument when it is none. */
function toTarget(email: string | undefined, domain: string | undefined): SuppressedTarget {
  if ((email === undefined) === (domain === undefined))
    throw new UsageError('suppression add needs either --email or --domain.', [USAGE]);
  const [type, value] =
    email === undefined
      ? (['domain', normaliseDomain(domain ?? '')] as const)
      : (['email', normaliseEmail(email)] as const);
  if (value === undefined)
    throw invalidField(type, `Must be ${type === 'email' ? 'an address' : 'a domain'}.`);
  return { type, value };
}
