import { loopback } from '@outreach/testing/free-port';
import { SMTPServer } from 'smtp-server';
import type { DemoServer } from './demo-server.ts';
import type { Mailbox } from './mailbox.ts';

const MESSAGE_BYTES_MAX = 1_048_576;
/** Time of open connections after `close`: a client keeps one for its next email. */
const CLOSE_MS = 100;

export interface SmtpServerOptions {
  readonly port: number;
  /** Receives every email. */
  readonly mailbox: Mailbox;
  readonly print: (line: string) => void;
}

/** Accepts every email without delivering it, and prints its recipients. */
export async function startSmtpServer({ port, mailbox, print }: SmtpServerOptions): Promise<DemoServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MESSAGE_BYTES_MAX,
    closeTimeout: CLOSE_MS,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          callback(Object.assign(new Error('The message is too large.'), { responseCode: 552 }));
          return;
        }
        const { number } = mailbox.add(Buffer.concat(chunks));
        const recipients = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        print(`email received: number ${number} for ${recipients}`);
        callback();
      });
    },
  });
  server.on('error', (error) => {
    print(`mail server: ${error.message}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, loopback, resolve);
  });
  return {
    port,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
