import { UsageError, type CommandTable } from '@outreach/app-kit';
import { invalidField } from '@outreach/errors';
import { normaliseDomain, normaliseEmail } from '@outreach/values';
import type { SuppressedTarget, Suppression } from './suppression.ts';

const USAGE = 'suppression add --email E | --domain D';

/** The operator's commands for global suppressions. */
export function suppressionCommands(
  suppressGlobally: (target: SuppressedTarget) => Promise<Suppression>,
): CommandTable {
  return {
    'suppression add': {
      usage: USAGE,
      optional: ['email', 'domain'],
      run: async ({ flags }) => {
        const target = toTarget(flags['email'], flags['domain']);
        const { id, type, value, reason, source, created_at } = await suppressGlobally(target);
        return { suppression: { id, scope: 'global', type, value, reason, source, created_at } };
      },
    },
  };
}

/** @throws UsageError unless exactly one of the two is given; AppError invalid_argument if it is not valid. */
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
