import type { SERVER_SECURITIES } from '@outreach/contracts-campaigns/records';

/** A mail server with the credentials to log in. */
export interface ServerLogin {
  readonly host: string;
  readonly port: number;
  readonly security: (typeof SERVER_SECURITIES)[number];
  /** Null for a server without authentication. */
  readonly credentials: PasswordLogin | TokenLogin | null;
}

export interface PasswordLogin {
  readonly username: string;
  readonly password: string;
}

/** A log-in with an access token of OAuth 2.0, by XOAUTH2 or OAUTHBEARER (RFC 7628). */
export interface TokenLogin {
  readonly username: string;
  readonly tokens: LoginTokens;
}

/** Time in ms within which a token is read or renewed. */
export const TOKEN_MS_MAX = 20_000;

/** The access tokens of one mailbox. Both methods throw `LoginUnavailable` if there is none. */
export interface LoginTokens {
  /** A token that still lives. */
  get(): Promise<LoginToken>;
  /** A token for the next attempt after the server has refused this one. */
  renew(refused: LoginToken): Promise<LoginToken>;
}

export interface LoginToken {
  readonly value: string;
  /** Changes with every refresh. */
  readonly generation: string;
}

/** There is no access token for a log-in. */
export class LoginUnavailable extends Error {
  /** A public text without secrets. */
  readonly reason: string;
  /** True if only a new consent of the owner helps. */
  readonly isRevoked: boolean;

  constructor(reason: string, isRevoked = false) {
    super(reason);
    this.name = 'LoginUnavailable';
    this.reason = reason;
    this.isRevoked = isRevoked;
  }
}

export interface ServerTest {
  readonly success: boolean;
  readonly latency_ms: number;
  /** A public text without secrets; null after a success. */
  readonly error: string | null;
}

/** Logs in to mail servers; never throws. Each test ends within 25 s. */
export interface ConnectionTester {
  testSmtp(login: ServerLogin): Promise<ServerTest>;
  testImap(login: ServerLogin): Promise<ServerTest>;
}
