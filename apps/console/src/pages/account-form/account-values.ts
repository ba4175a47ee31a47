import type { AccountCreate, AccountUpdate, SendingAccount } from '../../data/accounts.ts';
import { SECRET } from '../../parts/api-request.ts';

type Security = NonNullable<SendingAccount['smtp']>['security'];

export interface ServerValues {
  readonly host: string;
  /** Empty for the usual port of the security. */
  readonly port: number | string;
  readonly security: Security;
  readonly username: string;
}

/** An account as a form has it. */
export interface AccountValues extends Pick<
  SendingAccount,
  'email' | 'warmup' | 'time_zone' | 'tracking_domain_id'
> {
  readonly from_name: string;
  readonly smtp: ServerValues;
  readonly password: string;
  readonly has_imap: boolean;
  readonly imap: ServerValues;
  /** Empty for the password of SMTP. */
  readonly imap_password: string;
  readonly daily_limit: number | string;
  readonly min_gap_seconds: number | string;
  readonly max_gap_seconds: number | string;
  readonly reply_to: string;
  readonly signature: string;
}

const NO_SERVER = { host: '', port: '', username: '' };

/** The values of a new account in a time zone. */
export function newAccount(timeZone: string): AccountValues {
  return {
    email: '',
    from_name: '',
    smtp: { ...NO_SERVER, security: 'starttls' },
    password: '',
    has_imap: true,
    imap: { ...NO_SERVER, security: 'tls' },
    imap_password: '',
    daily_limit: 30,
    min_gap_seconds: 90,
    max_gap_seconds: 240,
    warmup: { enabled: true, day: 1, start: 5, increment: 5, ceiling: 50 },
    time_zone: timeZone,
    reply_to: '',
    tracking_domain_id: null,
    signature: '',
  };
}

export function toValues(account: SendingAccount): AccountValues {
  const { smtp, imap } = account;
  const fresh = newAccount(account.time_zone ?? 'UTC');
  return {
    ...fresh,
    email: account.email,
    daily_limit: account.daily_limit,
    min_gap_seconds: account.min_gap_seconds,
    max_gap_seconds: account.max_gap_seconds,
    warmup: account.warmup,
    time_zone: account.time_zone,
    tracking_domain_id: account.tracking_domain_id,
    from_name: account.from_name ?? '',
    smtp: smtp === null ? fresh.smtp : { ...smtp, username: smtp.username ?? '' },
    has_imap: imap !== null,
    imap: imap === null ? fresh.imap : { ...imap, username: imap.username ?? '' },
    reply_to: account.reply_to ?? '',
    signature: account.signature ?? '',
  };
}

/** The body that creates an account with passwords. */
export function toCreateBody(values: AccountValues): AccountCreate {
  const { email, has_imap } = values;
  return {
    ...sharedFields(values),
    email: email.trim(),
    smtp: { ...serverOf(values.smtp), ...passwordOf(values.password) },
    ...(has_imap ? { imap: imapOf(values) } : {}),
  };
}

/** The body that changes an account. Passwords stay without new ones; an OAuth account has no servers of its own. */
export function toUpdateBody(account: SendingAccount, values: AccountValues): AccountUpdate {
  const shared = sharedFields(values);
  if (account.auth_method === 'oauth2') return shared;
  return {
    ...shared,
    smtp: { ...changedServerOf(values.smtp), ...passwordOf(values.password) },
    imap: values.has_imap
      ? { ...changedServerOf(values.imap), ...passwordOf(values.imap_password || values.password) }
      : null,
  };
}

/** The same values without their passwords, to be shown. */
export function withoutPasswords(values: AccountValues): AccountValues {
  const hide = (password: string): string => (password === '' ? '' : SECRET);
  return { ...values, password: hide(values.password), imap_password: hide(values.imap_password) };
}

function sharedFields(values: AccountValues): Omit<AccountUpdate, 'email' | 'smtp' | 'imap' | 'oauth'> {
  const { start, increment, ceiling, enabled } = values.warmup;
  return {
    from_name: values.from_name.trim() || null,
    daily_limit: numberOf(values.daily_limit),
    min_gap_seconds: numberOf(values.min_gap_seconds),
    max_gap_seconds: numberOf(values.max_gap_seconds),
    warmup: { enabled, start, increment, ceiling },
    time_zone: values.time_zone,
    reply_to: values.reply_to.trim() || null,
    tracking_domain_id: values.tracking_domain_id,
    signature: values.signature || null,
  };
}

function serverOf({ host, port, security, username }: ServerValues) {
  const given = numberOf(port);
  return {
    host: host.trim(),
    security,
    ...(given === null ? {} : { port: given }),
    ...(username.trim() === '' ? {} : { username: username.trim() }),
  };
}

/** An empty port or user name is cleared, and has its default again. */
function changedServerOf(values: ServerValues) {
  return { ...serverOf(values), port: numberOf(values.port), username: values.username.trim() || null };
}

function imapOf({ imap, imap_password, password }: AccountValues) {
  return { ...serverOf(imap), ...passwordOf(imap_password || password) };
}

function passwordOf(password: string): { password?: string } {
  return password === '' ? {} : { password };
}

/** An empty number is absent. */
function numberOf(value: number | string): number | null {
  return value === '' ? null : Number(value);
}
