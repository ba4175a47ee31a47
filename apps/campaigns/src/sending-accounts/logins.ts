import type { LoginTokens } from '../mail-servers/index.ts';
import type { LoginAccount, Logins, SecretBox } from './ports.ts';

export interface LoginsOptions {
  readonly secrets: Pick<SecretBox, 'open'>;
  /** The access tokens of an account that is connected by OAuth 2.0. */
  readonly tokensOf: (account: LoginAccount) => LoginTokens;
}

/** The user name is the address of the account unless the server has one of its own. */
export function createLogins({ secrets, tokensOf }: LoginsOptions): Logins {
  return {
    of: (account, { host, port, security, username: own, sealed_password: sealed }) => {
      const username = own ?? account.email;
      if (account.oauth !== null)
        return { host, port, security, credentials: { username, tokens: tokensOf(account) } };
      if (sealed === null) return { host, port, security, credentials: null };
      const password = Buffer.from(secrets.open(sealed)).toString('utf8');
      return { host, port, security, credentials: { username, password } };
    },
  };
}
