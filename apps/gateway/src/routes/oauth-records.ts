import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import { describedBy } from '@outreach/contracts-common';
import { httpUrl, optional, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Account, accountFields } from './sending-account-records.ts';

const returnUrl = optional(httpUrl, { type: 'string', format: 'uri', maxLength: TEXT_MAX.url }).describe(
  'Where the browser goes after the consent, with `account_id` or `error` added. Its origin is one of `CORS_ORIGINS`, or that of `PUBLIC_BASE_URL`.',
);

/** The fields of an account that a consent creates: the provider decides about the others. */
const { imap: _imap, provider: _provider, oauth: _oauth, ...consentFields } = accountFields;

export const OAuthStartBody = z
  .object({
    provider: z.enum(OAUTH_PROVIDERS).describe('The provider of the mailbox.'),
    account: z
      .object(describedBy(Account, consentFields))
      .meta({ id: 'OAuthAccountCreate' })
      .optional()
      .describe('Fields of the account, if the mailbox has none yet.'),
    return_url: returnUrl,
  })
  .meta({ id: 'OAuthStart' });

export const OAuthReconnectBody = z.object({ return_url: returnUrl }).meta({ id: 'OAuthReconnect' });

export const OAuthStarted = z
  .object({
    authorization_url: z.string().describe('The page of the provider that asks the owner of the mailbox.'),
    expires_at: z.iso.datetime().describe('Until then the consent can be given, once.'),
  })
  .meta({ id: 'OAuthStarted' });
