import type { SendingAccountInput } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import { ACCOUNT_PROVIDERS, SERVER_SECURITIES } from '@outreach/contracts-campaigns/records';
import {
  ACCOUNT_LIMITS,
  AccountHealthRecord,
  AccountTestRecord,
  SendingAccountRecord,
} from '@outreach/contracts-campaigns/sending-account';
import { sendingAccountExample } from '@outreach/contracts-campaigns/examples';
import { describedBy } from '@outreach/contracts-common';
import {
  documentedAs,
  email,
  id,
  optional,
  optionalInteger,
  optionalText,
  text,
  TEXT_MAX,
  timeZoneName,
} from '@outreach/http-kit/fields';
import { fitsCodePoints, withoutNull } from '@outreach/values';
import { z } from 'zod';
import { optionalBoolean, optionalEnum } from './optional-fields.ts';
import { EXAMPLE_TIME } from './route.ts';

const {
  dailyLimitMax,
  gapSecondsMax,
  hostMax,
  passwordMax,
  refreshTokenMax,
  signatureMax,
  usernameMax,
  warmupSendsMax,
} = ACCOUNT_LIMITS;
const PORT_MAX = 65_535;

export const Account = SendingAccountRecord.meta({ id: 'SendingAccount' });
export const AccountTest = AccountTestRecord.meta({ id: 'SendingAccountTest' });
export const AccountHealth = AccountHealthRecord.meta({ id: 'SendingAccountHealth' });

const password = optional(
  z
    .string()
    .refine((value) => fitsCodePoints(value, passwordMax), `must be at most ${passwordMax} characters long`),
  { type: 'string', maxLength: passwordMax, writeOnly: true },
);
const serverFields = {
  port: optionalInteger(1, PORT_MAX).describe(
    'By default 587, 465 or 25 for SMTP and 143 or 993 for IMAP, by `security`.',
  ),
  security: optionalEnum(SERVER_SECURITIES).describe(
    '`starttls`, `tls` or `none`; by default `starttls` for SMTP and `tls` for IMAP.',
  ),
  username: optionalText(usernameMax).describe('User name for the log-in; the sender address by default.'),
  password: password.describe(
    'Stored encrypted. Responses never contain it. Servers without authentication need none.',
  ),
};
const newServer = z
  .object({
    host: text(hostMax).describe('Name or address of the server. Private and special addresses are refused.'),
    ...serverFields,
  })
  .meta({ id: 'MailServerCreate' });
const changedServer = z
  .object({
    host: text(hostMax)
      .optional()
      .describe('Name or address of the server. Private and special addresses are refused.'),
    ...serverFields,
  })
  .meta({ id: 'MailServerUpdate' });
const warmup = z
  .object({
    enabled: optionalBoolean().describe('A warm-up that is enabled again starts at day 1.'),
    start: optionalInteger(1, warmupSendsMax).describe('Emails on day 1; 5 by default.'),
    increment: optionalInteger(0, warmupSendsMax).describe(
      'Emails that each further day adds; 5 by default.',
    ),
    ceiling: optionalInteger(1, warmupSendsMax).describe('Most emails of a day; 50 by default.'),
  })
  .meta({ id: 'WarmupUpdate' });
const refreshToken = documentedAs(
  z
    .string()
    .min(1, 'must not be empty')
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .refine((value) => value.length <= refreshTokenMax, `must be at most ${refreshTokenMax} characters long`),
  { type: 'string', maxLength: refreshTokenMax, writeOnly: true },
);
const gap = optionalInteger(0, gapSecondsMax);
const address = { type: 'string', format: 'email', maxLength: TEXT_MAX.email };

/** The fields that creation and change of an account share. */
export const accountFields = {
  from_name: optionalText(TEXT_MAX.personName),
  provider: optionalEnum(ACCOUNT_PROVIDERS),
  imap: changedServer.nullish(),
  daily_limit: optionalInteger(1, dailyLimitMax),
  min_gap_seconds: gap,
  max_gap_seconds: gap,
  warmup: warmup.optional(),
  time_zone: optional(timeZoneName, { type: 'string' }),
  reply_to: optional(email(), address),
  tracking_domain_id: optional(id('trk'), { type: 'string' }),
  signature: optionalText(signatureMax),
  oauth: z
    .object({
      provider: z.enum(OAUTH_PROVIDERS).describe('Equal to `provider` of the account.'),
      refresh_token: refreshToken,
    })
    .meta({ id: 'OAuthTokens', writeOnly: true })
    .nullish()
    .describe('Tokens of a client with a consent of its own, in place of passwords; `null` removes them.'),
};

export const AccountCreateBody = z
  .object(describedBy(Account, { email: email(), smtp: newServer.optional(), ...accountFields }))
  .refine(({ smtp, oauth }) => smtp !== undefined || (oauth !== undefined && oauth !== null), {
    path: ['smtp'],
    error: 'is required without oauth',
  })
  .meta({ id: 'SendingAccountCreate' });
export const AccountUpdateBody = z
  .object(
    describedBy(Account, { email: email().optional(), smtp: changedServer.optional(), ...accountFields }),
  )
  .meta({ id: 'SendingAccountUpdate' });

type AccountBody = z.output<typeof AccountUpdateBody>;

/** Objects whose fields a mask names on their own: `smtp.host`; an `imap` of null is `imap`. */
export const ACCOUNT_OBJECTS = ['smtp', 'imap', 'warmup', 'oauth'];

/** Fields that a body does not have stay unchanged. */
export function toAccountInput(body: Partial<AccountBody>): SendingAccountInput {
  const { smtp, imap, warmup: plan, oauth, ...scalars } = body;
  return {
    ...withoutNull(scalars),
    smtp: smtp && withoutNull(smtp),
    imap: (imap && withoutNull(imap)) ?? undefined,
    warmup: plan && withoutNull(plan),
    oauth: oauth ?? undefined,
  };
}

const auth = { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass', checked_at: EXAMPLE_TIME } as const;

export const accountExample: z.output<typeof Account> = {
  ...sendingAccountExample,
  imap: { host: 'imap.example.org', port: 993, security: 'tls', username: 'sales' },
  health_score: 100,
  warmup: { enabled: true, day: 1, start: 5, increment: 5, ceiling: 50 },
};

export const accountTestExample = {
  success: false,
  error: 'The server refused the user name or password (535 5.7.8).',
  smtp: { success: true, latency_ms: 180, error: null },
  imap: {
    success: false,
    latency_ms: 240,
    error: 'The server refused the user name or password (535 5.7.8).',
  },
} satisfies z.output<typeof AccountTest>;

export const accountHealthExample = {
  health_score: 90,
  status: 'active',
  sent_14d: 400,
  hard_bounced_14d: 10,
  complaints_14d: 0,
  factors: [
    { factor: 'hard_bounce_rate', observed: 0.025, threshold: 0.1, penalty: 10 },
    { factor: 'complaint_rate', observed: 0, threshold: 0.003, penalty: 0 },
    { factor: 'domain_auth', observed: 0, threshold: 1, penalty: 0 },
    { factor: 'connection_errors', observed: 0, threshold: 1, penalty: 0 },
    { factor: 'blocklist', observed: 0, threshold: 1, penalty: 0 },
  ],
  auth,
} satisfies z.output<typeof AccountHealth>;
