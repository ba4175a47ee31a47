import {
  ACCOUNT_PROVIDERS,
  SERVER_SECURITIES,
  type ConnectionTest,
  type GetSendingAccountHealthResponse,
  type SendingAccountInput,
  type SendingAccount as AccountMessage,
} from '@outreach/contracts-campaigns';
import { invalidField } from '@outreach/errors';
import {
  ACCOUNT_DEFAULTS,
  WARMUP_DEFAULTS,
  type DomainAuth,
  type MailServer,
  type SendingAccount,
} from './account.ts';
import type { AccountChange, ServerChange } from './change-account.ts';
import type { ServerTest } from '../mail-servers/index.ts';
import type { AccountView } from './view.ts';

type ServerMessage = NonNullable<SendingAccountInput['smtp']>;

export function toAccountMessage(account: SendingAccount): AccountMessage {
  return {
    ...account,
    from_name: account.from_name ?? undefined,
    smtp: toServerMessage(account.smtp),
    imap: account.imap === null ? undefined : toServerMessage(account.imap),
    status_reason: account.status_reason ?? undefined,
    time_zone: account.time_zone ?? undefined,
    reply_to: account.reply_to ?? undefined,
    signature: account.signature ?? undefined,
    auth: toAuthMessage(account.auth),
    last_error: account.last_error ?? undefined,
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
    auth: toAuthMessage(account.auth),
  };
}

export function toTestMessage({ success, latency_ms, error }: ServerTest): ConnectionTest {
  return { success, latency_ms, error: error ?? undefined };
}

/** The fields that the mask names; a named field without a value gets its default. @throws AppError invalid_argument. */
export function fromAccountInput(
  input: SendingAccountInput | undefined,
  mask: readonly string[] | undefined,
): AccountChange {
  if (input === undefined) return {};
  const named = new Set(mask ?? []);
  const given = <Value>(name: string, value: Value): Value | undefined =>
    named.has(name) ? value : undefined;
  const nullable = <Value>(name: string, value: Value | undefined): Value | null | undefined =>
    named.has(name) ? (value ?? null) : undefined;
  return withoutAbsent({
    email: given('email', input.email),
    from_name: nullable('from_name', input.from_name),
    provider: given(
      'provider',
      oneOf('provider', ACCOUNT_PROVIDERS, input.provider ?? ACCOUNT_DEFAULTS.provider),
    ),
    smtp: fromServer('smtp', input.smtp, named) ?? undefined,
    imap: fromServer('imap', input.imap, named),
    daily_limit: given('daily_limit', input.daily_limit ?? ACCOUNT_DEFAULTS.daily_limit),
    min_gap_seconds: given('min_gap_seconds', input.min_gap_seconds ?? ACCOUNT_DEFAULTS.min_gap_seconds),
    max_gap_seconds: given('max_gap_seconds', input.max_gap_seconds ?? ACCOUNT_DEFAULTS.max_gap_seconds),
    warmup: fromWarmup(input.warmup, named),
    time_zone: nullable('time_zone', input.time_zone),
    reply_to: nullable('reply_to', input.reply_to),
    signature: nullable('signature', input.signature),
  });
}

/** Undefined if the mask names no field of the server; null if it names the server and there is none. */
function fromServer(
  field: 'smtp' | 'imap',
  server: ServerMessage | undefined,
  named: ReadonlySet<string>,
): ServerChange | null | undefined {
  if (server === undefined) return named.has(field) ? null : undefined;
  const has = (name: string): boolean => named.has(`${field}.${name}`);
  return withoutAbsent({
    host: has('host') ? server.host : undefined,
    port: has('port') ? (server.port ?? null) : undefined,
    security: has('security')
      ? (oneOf(`${field}.security`, SERVER_SECURITIES, server.security) ?? null)
      : undefined,
    username: has('username') ? (server.username ?? null) : undefined,
    password: has('password') ? (server.password ?? null) : undefined,
  });
}

function fromWarmup(
  warmup: SendingAccountInput['warmup'],
  named: ReadonlySet<string>,
): AccountChange['warmup'] {
  if (warmup === undefined) return undefined;
  const given = <Value>(name: string, value: Value): Value | undefined =>
    named.has(`warmup.${name}`) ? value : undefined;
  return withoutAbsent({
    enabled: given('enabled', warmup.enabled ?? false),
    start: given('start', warmup.start ?? WARMUP_DEFAULTS.start),
    increment: given('increment', warmup.increment ?? WARMUP_DEFAULTS.increment),
    ceiling: given('ceiling', warmup.ceiling ?? WARMUP_DEFAULTS.ceiling),
  });
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

/** Optional fields are left out instead of undefined. */
type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function withoutAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Fields>;
}

function toServerMessage({ host, port, security, username }: MailServer): AccountMessage['smtp'] {
  return { host, port, security, username: username ?? undefined };
}

function toAuthMessage(auth: DomainAuth): NonNullable<AccountMessage['auth']> {
  return { ...auth, checked_at: auth.checked_at ?? undefined };
}
