import type {
  GetSendingAccountHealthResponse,
  SendingAccountInput,
  SendingAccount as AccountMessage,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import { ACCOUNT_PROVIDERS, SERVER_SECURITIES } from '@outreach/contracts-campaigns/records';
import { maskedFields } from '@outreach/contracts-common';
import { invalidField } from '@outreach/errors';
import { withoutNull } from '@outreach/values';
import { ACCOUNT_DEFAULTS, WARMUP_DEFAULTS, type SendingAccount } from './account.ts';
import type { AccountChange, ServerChange } from './change-account.ts';
import type { OAuthGrant } from './oauth-grant.ts';
import type { AccountView } from './view.ts';

type ServerMessage = NonNullable<SendingAccountInput['smtp']>;

export function toAccountMessage(account: SendingAccount): AccountMessage {
  const { smtp, imap, oauth, auth, ...fields } = account;
  return {
    ...withoutNull(fields),
    smtp: withoutNull(smtp),
    imap: imap === null ? undefined : withoutNull(imap),
    oauth: oauth === null ? undefined : { ...withoutNull(oauth), scopes: [...oauth.scopes] },
    auth: withoutNull(auth),
  };
}

export function toHealthMessage({ account, sums, health }: AccountView): GetSendingAccountHealthResponse {
  return {
    health_score: health.score,
    status: account.status,
    sent_14d: sums.sent,
    hard_bounced_14d: sums.hard_bounced,
    complaints_14d: sums.complaints,
    factors: health.factors.map((factor) => ({ ...factor })),
    auth: withoutNull(account.auth),
  };
}

/** The fields that the mask names; a named field without a value gets its default. @throws AppError invalid_argument. */
export function fromAccountInput(
  input: SendingAccountInput | undefined,
  mask: readonly string[] | undefined,
): AccountChange {
  if (input === undefined) return {};
  const { email, from_name = null, time_zone = null, reply_to = null, signature = null } = input;
  const { tracking_domain_id = null } = input;
  return {
    ...maskedFields(mask, {
      email,
      from_name,
      provider: oneOf('provider', ACCOUNT_PROVIDERS, input.provider ?? ACCOUNT_DEFAULTS.provider),
      imap: input.imap === undefined ? null : undefined,
      oauth: input.oauth === undefined ? null : undefined,
      daily_limit: input.daily_limit ?? ACCOUNT_DEFAULTS.daily_limit,
      min_gap_seconds: input.min_gap_seconds ?? ACCOUNT_DEFAULTS.min_gap_seconds,
      max_gap_seconds: input.max_gap_seconds ?? ACCOUNT_DEFAULTS.max_gap_seconds,
      time_zone,
      reply_to,
      signature,
      tracking_domain_id,
    }),
    ...(input.smtp !== undefined && { smtp: fromServer('smtp', input.smtp, mask) }),
    ...(input.imap !== undefined && { imap: fromServer('imap', input.imap, mask) }),
    ...(input.warmup !== undefined && { warmup: fromWarmup(input.warmup, mask) }),
    ...(input.oauth !== undefined && { oauth: fromOAuth(input.oauth) }),
  };
}

type Mask = readonly string[] | undefined;

function fromServer(field: 'smtp' | 'imap', server: ServerMessage, mask: Mask): ServerChange {
  const { host, port = null, username = null, password = null } = server;
  const security = oneOf(`${field}.security`, SERVER_SECURITIES, server.security) ?? null;
  return maskedFields(mask, { host, port, security, username, password }, `${field}.`);
}

/** A refresh token without a consent of ours. */
function fromOAuth({ provider: name, refresh_token }: NonNullable<SendingAccountInput['oauth']>): OAuthGrant {
  const provider = oneOf('oauth.provider', OAUTH_PROVIDERS, name);
  if (provider === undefined) throw invalidField('oauth.provider', 'oauth.provider is required.');
  if (refresh_token === undefined)
    throw invalidField('oauth.refresh_token', 'oauth.refresh_token is required.');
  return { provider, refresh_token, access_token: null, expires_at: null, subject: null, scopes: [] };
}

function fromWarmup(
  warmup: NonNullable<SendingAccountInput['warmup']>,
  mask: Mask,
): NonNullable<AccountChange['warmup']> {
  const {
    enabled = false,
    start = WARMUP_DEFAULTS.start,
    increment = WARMUP_DEFAULTS.increment,
    ceiling = WARMUP_DEFAULTS.ceiling,
  } = warmup;
  return maskedFields(mask, { enabled, start, increment, ceiling }, 'warmup.');
}

function oneOf<Value extends string>(
  field: string,
  known: readonly Value[],
  text: string | undefined,
): Value | undefined {
  if (text === undefined) return undefined;
  const value = known.find((candidate) => candidate === text);
  if (value === undefined) throw invalidField(field, `${field} must be one of ${known.join(', ')}.`);
  return value;
}
