import type { CallContext } from '@outreach/service-kit';
import { ACCOUNT_DEFAULTS, type StoredAccount } from './account.ts';
import { checkGaps, type AccountChange } from './change-account.ts';
import { createAccount, requireAccount, requireTrackingDomain, updateAccount } from './manage-accounts.ts';
import type { OAuthGrant } from './oauth-grant.ts';
import type { AccountPorts } from './ports.ts';

/** A mailbox whose owner has consented. */
export interface ConnectedMailbox {
  readonly email: string;
  readonly grant: OAuthGrant;
  /** The account that must have this address; null to create the account or to connect an existing one. */
  readonly accountId: string | null;
  /** The fields of a new account. */
  readonly fields: AccountChange;
}

export interface AccountConnector {
  /** @throws AppError not_found. */
  require(accountId: string): Promise<Pick<StoredAccount, 'email' | 'provider' | 'oauth'>>;
  /** Part of a transaction: refuses the fields of a new account as its creation does. @throws AppError invalid_argument. */
  check(fields: AccountChange): Promise<void>;
  /**
   * Part of a transaction. Returns the id of the account; undefined if the account has another address. @throws AppError
   * not_found.
   */
  connect(ctx: CallContext, mailbox: ConnectedMailbox): Promise<string | undefined>;
}

export function createConnector(ports: AccountPorts): AccountConnector {
  return {
    require: async (accountId) => requireAccount(ports.accounts, accountId),
    check: async (fields) => {
      checkGaps({ ...ACCOUNT_DEFAULTS, ...fields }, fields);
      await requireTrackingDomain(ports.trackingDomains, fields);
    },
    connect: async (ctx, { email, grant, accountId, fields }) => {
      const change = { provider: grant.provider, oauth: grant };
      const found =
        accountId === null
          ? await ports.accounts.findByEmail(email)
          : await requireAccount(ports.accounts, accountId);
      if (found === undefined) return (await createAccount(ports, ctx, { ...fields, ...change, email })).id;
      if (found.email !== email) return undefined;
      return (await updateAccount(ports, { id: found.id, change })).id;
    },
  };
}
