import { enumOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type {
  ConnectionTest as ConnectionTestMessage,
  DomainAuth,
  GetSendingAccountHealthResponse,
  MailServer,
  OAuthConnection,
  SendingAccount,
  TestSendingAccountResponse,
} from './gen/sending_accounts.ts';
import { AUTH_METHODS, OAUTH_PROVIDERS, OAUTH_STATUSES } from './oauth.ts';
import {
  ACCOUNT_PROVIDERS,
  ACCOUNT_STATUSES,
  DNS_RESULTS,
  sendingAccountSchema,
  SERVER_SECURITIES,
} from './records.ts';

/** Bounds of the fields that requests write. Texts are measured in characters. */
export const ACCOUNT_LIMITS = {
  dailyLimitMax: 10_000,
  gapSecondsMax: 86_400,
  warmupSendsMax: 10_000,
  hostMax: 253,
  usernameMax: 320,
  passwordMax: 1_024,
  signatureMax: 10_000,
  refreshTokenMax: 8_192,
} as const;

/** A sending account as the REST API returns it. */
export const SendingAccountRecord = sendingAccountSchema;
export type SendingAccountRecord = z.output<typeof SendingAccountRecord>;

const ServerTest = z
  .object({
    success: z.boolean(),
    latency_ms: z.int().nonnegative().describe('Duration in ms.'),
    error: z.string().nullable().describe('The reason of a failure, or `null`.'),
  })
  .meta({ id: 'MailServerTest' });

/** The result of a connection test. */
export const AccountTestRecord = z.object({
  success: z.boolean().describe('`true` if every server accepted the log-in.'),
  error: z.string().nullable().describe('The first error, or `null`.'),
  smtp: ServerTest,
  /** Null for an account without IMAP. */
  imap: ServerTest.nullable(),
});
export type AccountTestRecord = z.output<typeof AccountTestRecord>;

const count = z.int().nonnegative();

/** The factors of a health score. */
export const HEALTH_FACTORS = [
  'hard_bounce_rate',
  'complaint_rate',
  'domain_auth',
  'connection_errors',
  'blocklist',
] as const;

const HealthFactor = z
  .object({
    factor: enumOf(HEALTH_FACTORS).describe(
      '`hard_bounce_rate`, `complaint_rate`, `domain_auth`, `connection_errors` or `blocklist`.',
    ),
    observed: z.number().describe('The observed value.'),
    threshold: z.number().describe('The value at which the deduction reaches its maximum.'),
    penalty: z.number().describe('Points that the factor deducts.'),
  })
  .meta({ id: 'SendingAccountHealthFactor' });

/** The health score of an account with its counters and factors. */
export const AccountHealthRecord = z.object({
  health_score: z.number().min(0).max(100),
  status: z.enum(ACCOUNT_STATUSES),
  sent_14d: count.describe('Emails of the last 14 days.'),
  hard_bounced_14d: count.describe('Of these, emails that were refused for good.'),
  complaints_14d: count.describe('Of these, emails that were reported as spam.'),
  factors: z.array(HealthFactor).describe('The deductions from 100.'),
  auth: sendingAccountSchema.shape.auth,
});
export type AccountHealthRecord = z.output<typeof AccountHealthRecord>;

/** The record of an RPC message, with `null` for absent fields. @throws Error when a required message is absent. */
export function toSendingAccountRecord(account: SendingAccount): SendingAccountRecord {
  const { enabled, day, start, increment, ceiling } = required(account.warmup);
  return {
    id: account.id,
    workspace_id: account.workspace_id,
    email: account.email,
    from_name: account.from_name ?? null,
    provider: z.enum(ACCOUNT_PROVIDERS).parse(account.provider),
    smtp: toServer(account.smtp),
    imap: toServer(account.imap),
    auth_method: z.enum(AUTH_METHODS).parse(account.auth_method),
    oauth: account.oauth === undefined ? null : toOAuth(account.oauth),
    status: z.enum(ACCOUNT_STATUSES).parse(account.status),
    status_reason: account.status_reason ?? null,
    health_score: account.health_score,
    daily_limit: account.daily_limit,
    sent_today: account.sent_today,
    min_gap_seconds: account.min_gap_seconds,
    max_gap_seconds: account.max_gap_seconds,
    warmup: { enabled, day, start, increment, ceiling },
    time_zone: account.time_zone ?? null,
    reply_to: account.reply_to ?? null,
    signature: account.signature ?? null,
    tracking_domain_id: account.tracking_domain_id ?? null,
    auth: toAuth(account.auth),
    last_error: account.last_error ?? null,
    created_at: required(account.created_at).toISOString(),
    updated_at: required(account.updated_at).toISOString(),
  };
}

export function toAccountTestRecord(reply: TestSendingAccountResponse): AccountTestRecord {
  return {
    success: reply.success,
    error: reply.error ?? null,
    smtp: toServerTest(required(reply.smtp)),
    imap: reply.imap === undefined ? null : toServerTest(reply.imap),
  };
}

export function toAccountHealthRecord(reply: GetSendingAccountHealthResponse): AccountHealthRecord {
  return {
    health_score: reply.health_score,
    status: z.enum(ACCOUNT_STATUSES).parse(reply.status),
    sent_14d: reply.sent_14d,
    hard_bounced_14d: reply.hard_bounced_14d,
    complaints_14d: reply.complaints_14d,
    factors: reply.factors.map(({ factor, observed, threshold, penalty }) => ({
      factor,
      observed,
      threshold,
      penalty,
    })),
    auth: toAuth(reply.auth),
  };
}

function toServer(server: MailServer | undefined): SendingAccountRecord['smtp'] {
  if (server === undefined) return null;
  const { host, port, security, username = null } = server;
  return { host, port, security: z.enum(SERVER_SECURITIES).parse(security), username };
}

function toOAuth(oauth: OAuthConnection): NonNullable<SendingAccountRecord['oauth']> {
  return {
    provider: z.enum(OAUTH_PROVIDERS).parse(oauth.provider),
    subject: oauth.subject ?? null,
    scopes: oauth.scopes,
    status: z.enum(OAUTH_STATUSES).parse(oauth.status),
    connected_at: required(oauth.connected_at).toISOString(),
    refreshed_at: oauth.refreshed_at?.toISOString() ?? null,
  };
}

function toAuth(auth: DomainAuth | undefined): SendingAccountRecord['auth'] {
  const { spf, dkim, dmarc, mx, checked_at } = required(auth);
  const result = z.enum(DNS_RESULTS);
  return {
    spf: result.parse(spf),
    dkim: result.parse(dkim),
    dmarc: result.parse(dmarc),
    mx: result.parse(mx),
    checked_at: checked_at?.toISOString() ?? null,
  };
}

function toServerTest({ success, latency_ms, error }: ConnectionTestMessage): AccountTestRecord['smtp'] {
  return { success, latency_ms, error: error ?? null };
}

function required<T>(message: T | undefined): T {
  if (message === undefined) throw new Error('A message of a sending account is incomplete.');
  return message;
}
