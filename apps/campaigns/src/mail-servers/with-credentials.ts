import { thrownField, thrownText } from '@outreach/errors';
import type { PasswordLogin, ServerLogin } from './ports.ts';

/** The credentials of one connection. */
export type Credentials = PasswordLogin | { readonly username: string; readonly accessToken: string };

/**
 * Connects with the credentials of a log-in. A token that the server refuses is renewed once, and the connection is made
 * again. @throws LoginUnavailable; the errors of `connect`.
 */
export async function withCredentials<T>(
  { credentials }: Pick<ServerLogin, 'credentials'>,
  connect: (credentials: Credentials | null) => Promise<T>,
): Promise<T> {
  if (credentials === null || 'password' in credentials) return connect(credentials);
  const { username, tokens } = credentials;
  const token = await tokens.get();
  try {
    return await connect({ username, accessToken: token.value });
  } catch (thrown) {
    if (!isAuthenticationFailure(thrown) || isTemporary(thrown)) throw thrown;
    const renewed = await tokens.renew(token);
    return connect({ username, accessToken: renewed.value });
  }
}

/** True if the server has refused the user name, the password or the token. */
export function isAuthenticationFailure(thrown: unknown): boolean {
  return thrownText(thrown, 'code') === 'EAUTH' || thrownField(thrown, 'authenticationFailed') === true;
}

/** RFC 4954 §6: 454 is a temporary failure; the credentials may be right. */
function isTemporary(thrown: unknown): boolean {
  return thrownText(thrown, 'response')?.startsWith('4') === true;
}
