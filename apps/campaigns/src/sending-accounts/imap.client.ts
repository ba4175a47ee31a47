import { ImapFlow } from 'imapflow';
import {
  ANSWER_MS_MAX,
  CONNECT_MS_MAX,
  timed,
  trustOf,
  type MailConnectionOptions,
} from './connect.client.ts';
import type { ConnectionTester } from './ports.ts';

/** A log-in receives short answers; the server is not trusted with more memory. */
const ANSWER_BYTES_MAX = 65_536;

/** Logs in and out. The client resolves the host with the lookup of the address guard. */
export function createImapTest({ sockets, extraCa }: MailConnectionOptions): ConnectionTester['testImap'] {
  return async ({ host, port, security, credentials }) =>
    timed(async (signal) => {
      if (credentials === null)
        throw Object.assign(new Error('No password.'), { authenticationFailed: true });
      const client = new ImapFlow({
        host,
        port,
        secure: security === 'tls',
        doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
        auth: { user: credentials.username, pass: credentials.password },
        tls: { ...trustOf(extraCa), lookup: sockets.lookupOf(host) },
        connectionTimeout: CONNECT_MS_MAX,
        greetingTimeout: ANSWER_MS_MAX,
        socketTimeout: ANSWER_MS_MAX,
        maxLineLength: ANSWER_BYTES_MAX,
        maxLiteralSize: ANSWER_BYTES_MAX,
        maxResponseSize: 2 * ANSWER_BYTES_MAX,
        verifyOnly: true,
        disableAutoIdle: true,
        logger: false,
      });
      client.on('error', () => undefined);
      signal.addEventListener('abort', () => client.close());
      await client.connect();
    });
}
