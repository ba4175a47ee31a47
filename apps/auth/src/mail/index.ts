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
  const { PUBLIC_BASE_URL: baseUrl, SYSTEM_SMTP_URL: url, SYSTEM_MAIL_FROM: from } = settings;
  const { letters, queue, open } = createLetterStores(base);
  const server = createMailServer({ url, from });
  const job = sendLettersJob({ queue, open, server, base });
  return {
    name: 'mail',
    jobs: url === '' ? [] : [job],
    letters,
    quota: createLetterQuota(base),
    linkTokens: createLinkTokens(randomBytes),
    requireConfigured: () => {
      if (url === '') throw authErrors.mailNotConfigured.make();
    },
    linkTo: (path, token) => `${baseUrl}${path}?token=${token}`,
  };
}
