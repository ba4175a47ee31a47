import { ImapFlow } from 'imapflow';
import { ANSWER_MS_MAX, timed, type MailConnectionOptions } from './connect.client.ts';
import { imapOptionsOf } from './imap-options.client.ts';
import type { ConnectionTester } from './ports.ts';
import { withCredentials } from './with-credentials.ts';

/** A log-in receives short answers; the server is not trusted with more memory. */
const ANSWER_BYTES_MAX = 65_536;

/** Logs in and out. */
export function createImapTest(options: MailConnectionOptions): ConnectionTester['testImap'] {
  return async (login) =>
    timed(async (signal) =>
      withCredentials(login, async (credentials) => {
        const client = new ImapFlow({
          ...imapOptionsOf(options, login, credentials),
          socketTimeout: ANSWER_MS_MAX,
          maxLineLength: ANSWER_BYTES_MAX,
          maxLiteralSize: ANSWER_BYTES_MAX,
          maxResponseSize: 2 * ANSWER_BYTES_MAX,
          verifyOnly: true,
        });
        client.on('error', () => undefined);
        signal.addEventListener('abort', () => client.close());
        await client.connect();
      }),
    );
}
