import type { Logger } from '@outreach/service-kit';
import { LoginUnavailable, type LoginTokens } from '../mail-servers/index.ts';
import { NoAccessToken, type AccessTokens, type OAuth, type TokenStore } from '../oauth/index.ts';
import { revokedAccount } from './oauth-connection.ts';
import type { LoginAccount, SavePorts } from './ports.ts';
import { saveAccount } from './save-account.ts';

export interface AccountTokensPorts extends SavePorts {
  readonly oauth: Pick<OAuth, 'accessTokensWith'>;
  readonly tokens: Pick<TokenStore, 'markRevoked'>;
  readonly inWorkspace: <T>(work: { readonly workspaceId: string }, fn: () => Promise<T>) => Promise<T>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The access tokens of accounts, for their log-ins. Refreshes and a revoked consent are recorded at the accounts. */
export function createAccountTokens(ports: AccountTokensPorts): (account: LoginAccount) => LoginTokens {
  const { inWorkspace } = ports;
  const accessTokens: AccessTokens = ports.oauth.accessTokensWith({
    onRefreshed: async ({ accountId, ...refreshed }) => {
      try {
        await ports.accounts.noteRefresh(accountId, refreshed);
      } catch (err) {
        ports.logger.warn({ sending_account_id: accountId, err }, 'the time of a refresh was not recorded');
      }
    },
    onRevoked: async (accountId, generation) =>
      ports.unitOfWork(async () => recordRevocation(ports, accountId, generation)),
  });
  return (account) => {
    const run = async <T>(fn: () => Promise<T>): Promise<T> =>
      inWorkspace({ workspaceId: account.workspace_id }, async () => asLoginUnavailable(fn));
    return {
      get: async () => run(async () => accessTokens.get(account)),
      renew: async (refused) => run(async () => accessTokens.renew(account, refused)),
    };
  };
}

/** Part of a transaction. Does nothing if the account was connected again meanwhile. */
async function recordRevocation(
  ports: AccountTokensPorts,
  accountId: string,
  generation: string,
): Promise<void> {
  if (!(await ports.tokens.markRevoked(accountId, generation))) return;
  const before = await ports.accounts.find(accountId);
  if (before === undefined) return;
  await ports.work.endReconnect(accountId);
  await saveAccount(ports, { before, after: revokedAccount(before, new Date(ports.clock.now())) });
}

async function asLoginUnavailable<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn();
  } catch (thrown) {
    if (thrown instanceof NoAccessToken) throw new LoginUnavailable(thrown.message, thrown.isRevoked);
    throw thrown;
  }
}
