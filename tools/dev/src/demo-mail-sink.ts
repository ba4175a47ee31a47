import { SMTPServer } from 'smtp-server';
import { loopback } from '@outreach/testing/free-port';

const MESSAGE_BYTES_MAX = 1_048_576;
const SUBJECT = /^subject:[ \t]*(.*(?:\r\n[ \t].*)*)/im;

export interface DemoMailSink {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface DemoMailSinkOptions {
  readonly port: number;
  readonly print: (line: string) => void;
}

/** The demo's mail server: accepts every email without delivering it, and prints its subject and recipients. */
export async function startDemoMailSink({ port, print }: DemoMailSinkOptions): Promise<DemoMailSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MESSAGE_BYTES_MAX,
    onData: (stream, session, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        if (text.length < MESSAGE_BYTES_MAX) text += chunk.toString('utf8');
      });
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        print(`email received: ${subjectOf(text)} (to ${recipients})`);
        callback();
      });
    },
  });
  server.on('error', (error) => {
    print(`mail sink: ${error.message}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, loopback, resolve);
  });
  return {
    host: loopback,
    port,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

function subjectOf(message: string): string {
  const [headers = ''] = message.split('\r\n\r\n');
  const [, subject = '(no subject)'] = SUBJECT.exec(headers) ?? [];
  return subject.replaceAll(/\r\n[ \t]+/g, ' ');
}
