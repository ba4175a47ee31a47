import { enumOf, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { GetSendingAccountHealthResponse, SendingAccount } from './gen/sending_accounts.ts';
import { ACCOUNT_STATUSES, sendingAccountSchema } from './records.ts';

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

/** The record of an RPC message. @throws Error for an unknown value, or when a required field is absent. */
export function toSendingAccountRecord(account: SendingAccount): SendingAccountRecord {
  return SendingAccountRecord.parse(recordOf(account));
}

/** The record of an RPC message. @throws Error for an unknown value, or without the check of the domain. */
export function toAccountHealthRecord(reply: GetSendingAccountHealthResponse): AccountHealthRecord {
  return AccountHealthRecord.parse(recordOf(reply));
}
