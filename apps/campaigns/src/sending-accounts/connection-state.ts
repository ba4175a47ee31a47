import { sendingAccountStates } from '@outreach/contracts-campaigns';
import type { StoredAccount } from './account.ts';
import { isRevoked, revokedAccount } from './oauth-connection.ts';

/** Failed connections in a row after which an active account is in error. */
export const FAILURES_MAX = 3;
const ERROR_CHARACTERS_MAX = 500;

/**
 * The account after a connection. The third failure in a row moves an active account to `error`; a success moves an
 * account in error to `active`. Paused and suspended accounts keep their status. Only a new consent changes an account
 * whose consent was revoked.
 * @param error the public reason of a failure; null after a success.
 */
export function afterConnection(account: StoredAccount, error: string | null, at: Date): StoredAccount {
  if (isRevoked(account)) return account.status === 'active' ? revokedAccount(account, at) : account;
  return error === null
    ? afterSuccess(account)
    : afterFailure(account, error.slice(0, ERROR_CHARACTERS_MAX), at);
}

function afterSuccess(account: StoredAccount): StoredAccount {
  const status = sendingAccountStates.next(account.status, 'reconnect');
  return {
    ...account,
    ...(status === undefined ? {} : { status, status_reason: null }),
    last_error: null,
    failures_in_row: 0,
  };
}

function afterFailure(account: StoredAccount, error: string, at: Date): StoredAccount {
  const failures = account.failures_in_row + 1;
  const status =
    failures >= FAILURES_MAX ? sendingAccountStates.next(account.status, 'disconnect') : undefined;
  const isInError = status === 'error' || account.status === 'error';
  return {
    ...account,
    ...(status === undefined ? {} : { status }),
    ...(isInError ? { status_reason: error } : {}),
    last_error: error,
    failures_in_row: failures,
    last_failed_at: at,
  };
}
