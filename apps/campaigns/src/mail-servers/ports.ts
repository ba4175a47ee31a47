import type { SERVER_SECURITIES } from '@outreach/contracts-campaigns';

/** A mail server with the credentials to log in. */
export interface ServerLogin {
  readonly host: string;
  readonly port: number;
  readonly security: (typeof SERVER_SECURITIES)[number];
  /** Null for a server without authentication. */
  readonly credentials: { readonly username: string; readonly password: string } | null;
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
