import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort, loopback } from './free-port.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './test-certificate.ts';

export interface MailSinkOptions {
  /** TLS from the first byte; STARTTLS is offered by default. */
  readonly isTls?: boolean;
  /** False for a server that offers no STARTTLS. */
  readonly hasStartTls?: boolean;
  /** Credentials that the server requires; without them it has no authentication. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message with its headers. */
  readonly source: string;
}

/** An SMTP server that keeps what it receives. */
export interface MailSink {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** User names of the log-ins so far, successful or not. */
  readonly logIns: readonly string[];
  stop(): Promise<void>;
}

/** Starts an SMTP server on a free loopback port. Its certificate is signed by `TEST_CA`. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  const received: ReceivedMail[] = [];
  const logIns: string[] = [];
  const server = new SMTPServer(serverOptions(options, { received, logIns }));
  server.on('error', () => undefined);
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, loopback, resolve);
  });
  return {
    port,
    received,
    logIns,
    stop: async () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

interface Records {
  readonly received: ReceivedMail[];
  readonly logIns: string[];
}

function serverOptions(
  { isTls = false, hasStartTls = true, credentials }: MailSinkOptions,
  { received, logIns }: Records,
): SMTPServerOptions {
  const hidden = [...(hasStartTls ? [] : ['STARTTLS']), ...(credentials === undefined ? ['AUTH'] : [])];
  return {
    secure: isTls,
    cert: TEST_CERTIFICATE,
    key: TEST_CERTIFICATE_KEY,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    authOptional: credentials === undefined,
    disabledCommands: hidden,
    closeTimeout: 100,
    onAuth: ({ username = '', password = '' }, _session, done) => {
      logIns.push(username);
      const isRight = username === credentials?.username && password === credentials.password;
      if (isRight) done(null, { user: username });
      // A hostile server repeats the password in its reply.
      else done(Object.assign(new Error(`5.7.8 Wrong password ${password}`), { responseCode: 535 }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  };
}
