import type { ServiceBase } from '@outreach/app-kit';
import { LRUCache } from 'lru-cache';
import type { Senders, StoredAccount } from '../sending-accounts/index.ts';

/** Entries beyond this number are removed when their pauses are over. */
const ENTRIES_MAX = 10_000;

/** The connections to the servers of accounts. */
export interface AccountConnections {
  /** The end of the pause after a failure; undefined if the account does not pause. */
  pausedUntil(accountId: string): Date | undefined;
  reached(account: StoredAccount): void;
  /** The account sends nothing before `until`. */
  notReached(account: StoredAccount, failure: { readonly error: string; readonly until: Date }): void;
}

/** Records failures, and the first success after them, in the background. */
export function createAccountConnections(senders: Senders, base: ServiceBase): AccountConnections {
  const { clock, logger } = base;
  const pauses = new LRUCache<string, Date>({ max: ENTRIES_MAX });
  const recovering = new Set<string>();
  const record = async (account: StoredAccount, error: string | null): Promise<void> => {
    try {
      await base.inWorkspace({ workspaceId: account.workspace_id }, async () =>
        base.units.unitOfWork(async () => senders.recordConnection(account, error)),
      );
    } catch (err) {
      logger.warn({ sending_account_id: account.id, err }, 'the result of a connection was not recorded');
    }
  };
  return {
    pausedUntil: (accountId) => {
      const until = pauses.get(accountId);
      if (until === undefined || until.getTime() > clock.now()) return until;
      pauses.delete(accountId);
      return undefined;
    },
    reached: (account) => {
      if (account.failures_in_row === 0 || recovering.has(account.id)) return;
      recovering.add(account.id);
      void record(account, null).finally(() => recovering.delete(account.id));
    },
    notReached: (account, { error, until }) => {
      pauses.set(account.id, until);
      void record(account, error);
    },
  };
}
