import { OutreachError } from './errors.ts';
import { shareRunning } from './share-running.ts';
import type { Schema } from './types.ts';

type TokenPair = Schema<'TokenPair'>;

/** The operations on tokens of the API that the client uses. */
export interface TokenApi {
  logIn(request: LogInRequest): Promise<TokenPair>;
  /** A refresh token is used once. */
  refresh(refreshToken: string): Promise<TokenPair>;
}

/** The source of the token that each request carries. One object can serve several clients of one server. */
export interface Credentials {
  /** The current token. */
  accessToken(tokens: TokenApi): Promise<string>;
  /** A new token, called after the server refused the current one. Without it, the refusal is the error of the call. */
  refresh?(tokens: TokenApi): Promise<string>;
}

export interface UserCredentials {
  readonly username: string;
  readonly password: string;
}

/** A log-in with the code of the second factor. */
export interface LogInRequest extends UserCredentials {
  readonly code?: string;
}

export interface UserLoginOptions {
  /**
   * Returns a code of the second factor: six digits of the authenticator app, or a recovery code. Called once for each
   * log-in of a user who has a second factor. Without it, the refusal is the error of the call.
   */
  readonly code?: () => string | Promise<string>;
}

/** An API key, `otk_…`. */
export function apiKey(key: string): Credentials {
  return { accessToken: async () => key };
}

/** A user's log-in: at the first request, and again when the refresh token is refused. */
export function userLogin(user: UserCredentials, options: UserLoginOptions = {}): Credentials {
  const logIn = async (tokens: TokenApi): Promise<TokenPair> => {
    try {
      return await tokens.logIn(user);
    } catch (error) {
      const needsCode = error instanceof OutreachError && error.secondFactor !== undefined;
      if (!needsCode || options.code === undefined) throw error;
      return tokens.logIn({ ...user, code: await options.code() });
    }
  };
  return createSession(async (tokens, previous) => {
    if (previous === undefined) return logIn(tokens);
    return tokens.refresh(previous).catch(async (error: unknown) => {
      if (isRefusal(error)) return logIn(tokens);
      throw error;
    });
  });
}

/**
 * A refresh token that the caller stores. Each use replaces it.
 * @param onChange receives the next refresh token, before a request uses the access token. If it fails, the request fails,
 * and the next one calls it again.
 */
export function refreshToken(
  token: string,
  onChange: (next: string) => void | Promise<void> = () => undefined,
): Credentials {
  let unsaved: TokenPair | undefined;
  return createSession(async (tokens, previous = token) => {
    unsaved ??= await tokens.refresh(previous);
    const pair = unsaved;
    await onChange(pair.refresh);
    unsaved = undefined;
    return pair;
  });
}

/** Keeps a token pair, and replaces it once at a time. */
function createSession(
  replace: (tokens: TokenApi, previousRefresh: string | undefined) => Promise<TokenPair>,
): Credentials {
  let pair: TokenPair | undefined;
  let api: TokenApi | undefined;
  const renew = shareRunning(async () => {
    if (api === undefined) throw new TypeError('A session is used by a client.');
    pair = await replace(api, pair?.refresh);
    return pair.access;
  });
  return {
    accessToken: async (tokens) => {
      api = tokens;
      return pair?.access ?? renew();
    },
    refresh: async (tokens) => {
      api = tokens;
      return renew();
    },
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof OutreachError && error.status === 401;
}
