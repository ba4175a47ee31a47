import type { SendingAccountRecord } from '@outreach/contracts-campaigns/sending-account';
import { AppError } from '@outreach/errors';
import type { StoredAccount } from './account.ts';
import type { ServerLogin } from '../mail-servers/index.ts';
import { recordConnection } from './test-account.ts';
import { toRecord, viewAccounts } from './view.ts';
import type { AccountPorts } from './ports.ts';

/** An account as the email engine uses it. */
export interface SenderAccount {
  readonly stored: StoredAccount;
  /** The public record, for templates. */
  readonly record: SendingAccountRecord;
  /** The verified tracking domain of the links; null for the public address. */
  readonly trackingDomain: string | null;
}

/** The sending accounts of the current call's workspace, for the features that connect to their servers. */
export interface Senders {
  findByIds(ids: readonly string[]): Promise<readonly SenderAccount[]>;
  /** The SMTP server with its opened password, or with its access tokens. */
  smtpLogin(account: StoredAccount): ServerLogin;
  /**
   * Part of a transaction: records the result of a connection. Three failures in a row move an active account to
   * `error`. Does nothing if the account no longer exists.
   * @param error the public reason of a failure; null after a success.
   */
  recordConnection(account: StoredAccount, error: string | null): Promise<void>;
}

export function createSenders(ports: AccountPorts): Senders {
  return {
    findByIds: async (ids) => {
      const stored = await ports.accounts.findByIds(ids);
      const [views, domains] = await Promise.all([
        viewAccounts(ports, stored),
        ports.trackingDomains.domainsOf(stored),
      ]);
      const records = new Map(views.map(({ account }) => [account.id, toRecord(account)]));
      return stored.flatMap((account) => {
        const record = records.get(account.id);
        const trackingDomain = domains.get(account.id) ?? null;
        return record === undefined ? [] : [{ stored: account, record, trackingDomain }];
      });
    },
    smtpLogin: (account) => ports.logins.of(account, account.smtp),
    recordConnection: async (account, error) => {
      try {
        await recordConnection(ports, { account, error });
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.kind !== 'not_found') throw thrown;
      }
    },
  };
}
