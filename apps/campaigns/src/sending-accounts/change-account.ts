import { AppError, type FieldError } from '@outreach/errors';
import type { AccountProvider, ServerSecurity, StoredAccount, StoredServer, WarmupPlan } from './account.ts';
import { toHost } from './hosts.ts';
import type { OAuthGrant } from './oauth-grant.ts';
import type { AccountPorts, HostGuard, SecretBox } from './ports.ts';

/** The fields of a server that a request contains; an absent field stays unchanged, and null sets the default. */
export interface ServerChange {
  readonly host?: string;
  readonly port?: number | null;
  readonly security?: ServerSecurity | null;
  readonly username?: string | null;
  readonly password?: string | null;
}

/** The fields that a request contains; an absent field stays unchanged, and null clears it. */
export interface AccountChange {
  readonly email?: string;
  readonly from_name?: string | null;
  readonly provider?: AccountProvider;
  readonly smtp?: ServerChange;
  readonly imap?: ServerChange | null;
  readonly daily_limit?: number;
  readonly min_gap_seconds?: number;
  readonly max_gap_seconds?: number;
  readonly warmup?: Partial<WarmupPlan> & { readonly enabled?: boolean };
  readonly time_zone?: string | null;
  readonly reply_to?: string | null;
  readonly signature?: string | null;
  readonly tracking_domain_id?: string | null;
  /** Null removes the tokens. */
  readonly oauth?: OAuthGrant | null;
}

type ServerField = 'smtp' | 'imap';

const DEFAULT_SECURITY: Readonly<Record<ServerField, ServerSecurity>> = { smtp: 'starttls', imap: 'tls' };
/** RFC 8314 §7, RFC 6409 §3.1 and RFC 9051 §2.1. */
const DEFAULT_PORTS: Readonly<Record<ServerField, Readonly<Record<ServerSecurity, number>>>> = {
  smtp: { none: 25, starttls: 587, tls: 465 },
  imap: { none: 143, starttls: 143, tls: 993 },
};

/** @throws AppError invalid_argument on the hosts that the guard refuses. It needs no stored account. */
export function checkHosts({ smtp, imap }: AccountChange, hosts: HostGuard): void {
  const errors = [...hostErrors('smtp', smtp, hosts), ...hostErrors('imap', imap, hosts)];
  refuse(errors);
}

/**
 * The servers after a change. Fields are merged one by one.
 * @throws AppError invalid_argument on `smtp.host` and the like.
 */
export function changeServers(
  current: Pick<StoredAccount, 'smtp' | 'imap'> | undefined,
  { smtp, imap }: AccountChange,
  { secrets }: Pick<AccountPorts, 'secrets'>,
): Pick<StoredAccount, 'smtp' | 'imap'> {
  const errors: FieldError[] = [];
  const merge = (field: ServerField, stored: StoredServer | null | undefined, change: ServerChange) =>
    mergeServer({ field, stored: stored ?? undefined, secrets, errors }, change);
  const changedSmtp =
    smtp === undefined && current !== undefined ? current.smtp : merge('smtp', current?.smtp, smtp ?? {});
  const changedImap =
    imap === undefined ? (current?.imap ?? null) : imap === null ? null : merge('imap', current?.imap, imap);
  refuse(errors);
  return { smtp: changedSmtp, imap: changedImap };
}

/** @throws AppError invalid_argument on the field of the request that makes the minimum exceed the maximum. */
export function checkGaps(
  { min_gap_seconds: min, max_gap_seconds: max }: Pick<StoredAccount, 'min_gap_seconds' | 'max_gap_seconds'>,
  change: AccountChange,
): void {
  if (min <= max) return;
  const field = change.min_gap_seconds === undefined ? 'max_gap_seconds' : 'min_gap_seconds';
  const message =
    field === 'min_gap_seconds'
      ? `min_gap_seconds must be at most max_gap_seconds, which is ${max}.`
      : `max_gap_seconds must be at least min_gap_seconds, which is ${min}.`;
  refuse([{ field, message }]);
}

interface Merge {
  readonly field: ServerField;
  readonly stored: StoredServer | undefined;
  readonly secrets: SecretBox;
  readonly errors: FieldError[];
}

function mergeServer({ field, stored, secrets, errors }: Merge, change: ServerChange): StoredServer {
  const host = change.host === undefined ? stored?.host : toHost(change.host);
  if (host === undefined) errors.push({ field: `${field}.host`, message: `${field}.host is required.` });
  const security = changedValue(change.security, stored?.security) ?? DEFAULT_SECURITY[field];
  const server = {
    host: host ?? '',
    port: changedValue(change.port, stored?.port) ?? DEFAULT_PORTS[field][security],
    security,
    username: change.username === undefined ? (stored?.username ?? null) : change.username,
  };
  if (change.password === undefined && needsPassword(stored, server)) {
    errors.push({
      field: `${field}.password`,
      message: `${field}.password is required again with a new host, port or security.`,
    });
  }
  return { ...server, sealed_password: sealedOf(change.password, stored?.sealed_password ?? null, secrets) };
}

/** Undefined if the default applies. */
function changedValue<Value>(given: Value | null | undefined, stored: Value | undefined): Value | undefined {
  return given === undefined ? stored : (given ?? undefined);
}

/** The password of one server must not be sent to another server, or without encryption, without the consent of its owner. */
function needsPassword(
  stored: StoredServer | undefined,
  { host, port, security }: Pick<StoredServer, 'host' | 'port' | 'security'>,
): boolean {
  if (stored === undefined || stored.sealed_password === null) return false;
  return stored.host !== host || stored.port !== port || stored.security !== security;
}

/** An equal password keeps its sealed form if that is current, so that the account counts as unchanged. */
function sealedOf(
  password: string | null | undefined,
  stored: Uint8Array | null,
  secrets: SecretBox,
): Uint8Array | null {
  if (password === undefined) return stored;
  if (password === null) return null;
  const plain = Buffer.from(password, 'utf8');
  const isSame = stored !== null && secrets.isCurrent(stored) && plain.equals(secrets.open(stored));
  return isSame ? stored : secrets.seal(plain);
}

function hostErrors(
  field: ServerField,
  change: ServerChange | null | undefined,
  hosts: HostGuard,
): FieldError[] {
  if (change?.host === undefined) return [];
  const host = toHost(change.host);
  const name = `${field}.host`;
  if (host === undefined) {
    return [{ field: name, message: `${name} must be a host name or an IP address.` }];
  }
  if (hosts.allowsHost(host)) return [];
  return [{ field: name, message: `${name} must not be a private or reserved address.` }];
}

function refuse(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('invalid_argument', first.message, { field: first.field, errors });
}
