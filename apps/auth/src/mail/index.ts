import { randomBytes } from 'node:crypto';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import { authErrors } from '@outreach/contracts-auth';
import { createMailServer, type SystemMailSettings } from '@outreach/system-mail';
import { createLetterQuota } from './letter-quota.store.ts';
import { createLetterStores } from './letter.store.ts';
import { createLinkTokens } from './link-tokens.ts';
import type { LetterQuota, LetterStore, LinkTokens } from './ports.ts';
import { sendLettersJob } from './send-letters.job.ts';

export type { LetterQuota, LetterStore, LinkTokens } from './ports.ts';
export { tooManyLetters } from './too-many-letters.ts';

/** Longer than the time limits of a dialog with the mail server together. */
const LEASE_MS = 180_000;

export interface Mail extends Feature {
  readonly letters: LetterStore;
  readonly quota: LetterQuota;
  readonly linkTokens: LinkTokens;
  /** @throws AppError failed_precondition, code mail_not_configured. */
  readonly requireConfigured: () => void;
  /** The public address of a path with a token. */
  readonly linkTo: (path: string, token: string) => string;
}

/** The mail of the product itself: a queue of letters with links. */
export function createMail(base: ServiceBase, settings: SystemMailSettings): Mail {
  const { clock, ids, units, sealer, logger } = base;
  const { PUBLIC_BASE_URL: baseUrl, SYSTEM_SMTP_URL: url, SYSTEM_MAIL_FROM: from } = settings;
  const { connection } = base.mongo;
  const shared = { clock, ids, units, sealer, connection, leaseMs: LEASE_MS };
  const { letters, queue, open } = createLetterStores(shared);
  const server = createMailServer({ url, from });
  const job = sendLettersJob({ queue, open, server, clock, logger });
  return {
    name: 'mail',
    jobs: url === '' ? [] : [job],
    letters,
    quota: createLetterQuota(connection, clock, ids),
    linkTokens: createLinkTokens(randomBytes),
    requireConfigured: () => {
      if (url === '') throw authErrors.mailNotConfigured.make();
    },
    linkTo: (path, token) => `${baseUrl}${path}?token=${token}`,
  };
}
