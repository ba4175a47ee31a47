import { CREDENTIAL_LIMITS, FAILURE_LIMITS, type LimitRow, type LimitSubject } from './limits.ts';
import type { LimitUse } from './rate-limiter.ts';

/** Whose request it is, as far as limits go. */
export interface LimitedCaller {
  readonly principalId: string;
  readonly workspaceId: string;
  readonly subject: LimitSubject;
}

const ROWS: readonly LimitRow[] = CREDENTIAL_LIMITS;

/** The limits that a request with a credential meets. */
export function usesOf(
  caller: LimitedCaller,
  request: { readonly isWrite: boolean; readonly named: readonly string[] },
): LimitUse[] {
  const uses: LimitUse[] = [];
  for (const row of ROWS) {
    const applies =
      row.appliesTo === 'all' ||
      (row.appliesTo === 'writes' ? request.isWrite : request.named.includes(row.name));
    if (applies) uses.push(useOf(row, caller));
  }
  return uses;
}

/** All limits that a credential can meet, for the status endpoint. */
export function allUsesOf(caller: LimitedCaller): LimitUse[] {
  return ROWS.map((row) => useOf(row, caller));
}

/** The limit of the credential itself. */
export function credentialUseOf(caller: LimitedCaller): LimitUse {
  return useOf(CREDENTIAL_LIMITS[0], caller);
}

function useOf(row: LimitRow, caller: LimitedCaller): LimitUse {
  const key = row.key === 'principal' ? caller.principalId : caller.workspaceId;
  return { partition: caller.workspaceId, name: row.name, key, limit: row.value(caller.subject) };
}

export function addressUse(addressKey: string): LimitUse {
  return { partition: addressKey, name: 'address', key: addressKey, limit: FAILURE_LIMITS.address };
}

/** The limits of a log-in attempt: with a user name both of them, without one that of the address. */
export function loginUses(addressKey: string, username: string | undefined): LimitUse[] {
  const { login, login_address } = FAILURE_LIMITS;
  const partition = addressKey;
  const byAddress = { partition, name: 'login_address', key: addressKey, limit: login_address };
  if (username === undefined) return [byAddress];
  const key = `${username.toLowerCase()} ${addressKey}`;
  return [{ partition, name: 'login', key, limit: login }, byAddress];
}

export interface LimitedUser {
  readonly userId: string;
  readonly workspaceId: string;
}

/** The limit of a user as such, for log-ins, where the user is known only afterwards. */
export function userCredentialUse({ userId, workspaceId }: LimitedUser): LimitUse {
  const [row] = CREDENTIAL_LIMITS;
  const subject = { type: 'user', keyLimit: 0, workspaceRequests: 0, workspaceWrites: 0 } as const;
  return { partition: workspaceId, name: row.name, key: userId, limit: row.value(subject) };
}
