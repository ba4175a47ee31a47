import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { freePort, loopback } from '../free-port.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../servers/test-certificate.ts';

export interface MailSinkOptions {
  /** TLS from the first byte; STARTTLS is offered by default. */
  readonly isTls?: boolean;
  /** False for a server that offers no STARTTLS. */
  readonly hasStartTls?: boolean;
  /** False for a server that offers no PIPELINING: each recipient has a reply before the next command. */
  readonly hasPipelining?: boolean;
  /** Credentials that the server requires; without them it has no authentication. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Decides about access tokens; the server offers XOAUTH2 only. */
  readonly acceptsToken?: (username: string, accessToken: string) => Promise<boolean>;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message with its headers. */
  readonly source: string;
  /** Number of the connection, from 1. */
  readonly connection: number;
}

/** How the server treats a message. */
export type SinkReply =
  /** The reply to the recipient, or to the content. A message that is refused after its content is not kept. */
  | { readonly at: 'recipient' | 'content'; readonly code: number; readonly text: string }
  /** Closes the connection instead of a reply: within the content, or after it is kept. */
  | { readonly at: 'drop_before' | 'drop_after' }
  /** Keeps the message, and replies to its content when the promise is settled. */
  | {
      readonly at: 'delay';
      readonly until: Promise<unknown>;
      readonly then?: { readonly code: number; readonly text: string };
    };

/** An SMTP server that keeps what it receives. */
export interface MailSink {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** User names of the log-ins so far, successful or not. */
  readonly logIns: readonly string[];
  /** Connections so far. */
  readonly connectionCount: number;
  /** Replies by recipient; other messages are accepted. */
  readonly replies: Map<string, SinkReply>;
  /** Replies to all senders with this address. */
  readonly senderReplies: Map<string, { readonly code: number; readonly text: string }>;
  stop(): Promise<void>;
}

/** Starts an SMTP server on a free loopback port. Its certificate is signed by `TEST_CA`. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  const records: Records = {
    received: [],
    logIns: [],
    connections: new Map(),
    replies: new Map(),
    senderReplies: new Map(),
    drop: (session) => {
      for (const connection of server.connections)
        if (connection.id === session.id) connection._socket.destroy();
    },
  };
  const server = new SMTPServer(serverOptions(options, records)) as SMTPServer & WithConnections;
  server.on('error', () => undefined);
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, loopback, resolve);
  });
  return {
    port,
    received: records.received,
    logIns: records.logIns,
    replies: records.replies,
    senderReplies: records.senderReplies,
    get connectionCount() {
      return records.connections.size;
    },
    stop: async () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** The open connections, which the types of the library leave out. */
interface WithConnections {
  readonly connections: ReadonlySet<{ readonly id: string; readonly _socket: { destroy(): void } }>;
}

interface Records {
  readonly received: ReceivedMail[];
  readonly logIns: string[];
  /** Numbers by session id. */
  readonly connections: Map<string, number>;
  readonly replies: Map<string, SinkReply>;
  readonly senderReplies: Map<string, { readonly code: number; readonly text: string }>;
  readonly drop: (session: SMTPServerSession) => void;
}

function serverOptions(
  { isTls = false, hasStartTls = true, hasPipelining = true, credentials, acceptsToken }: MailSinkOptions,
  records: Records,
): SMTPServerOptions {
  const isOpen = credentials === undefined && acceptsToken === undefined;
  const hidden = [...(hasStartTls ? [] : ['STARTTLS']), ...(isOpen ? ['AUTH'] : [])];
  return {
    secure: isTls,
    hidePIPELINING: !hasPipelining,
    cert: TEST_CERTIFICATE,
    key: TEST_CERTIFICATE_KEY,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    authOptional: isOpen,
    ...(acceptsToken === undefined ? {} : { authMethods: ['XOAUTH2'] }),
    disabledCommands: hidden,
    closeTimeout: 100,
    onConnect: ({ id }, done) => {
      records.connections.set(id, records.connections.size + 1);
      done();
    },
    onAuth: ({ username = '', password = '', accessToken = '' }, _session, done) => {
      records.logIns.push(username);
      if (acceptsToken !== undefined) {
        void acceptsToken(username, accessToken).then((isRight) =>
          done(isRight ? null : REFUSED, { user: username }),
        );
        return;
      }
      const isRight = username === credentials?.username && password === credentials.password;
      if (isRight) done(null, { user: username });
      // A hostile server repeats the password in its reply.
      else done(Object.assign(new Error(`5.7.8 Wrong password ${password}`), { responseCode: 535 }));
    },
    onMailFrom: ({ address }, _session, done) => {
      const reply = records.senderReplies.get(address);
      done(reply === undefined ? null : errorOf(reply));
    },
    onRcptTo: ({ address }, _session, done) => {
      const reply = records.replies.get(address);
      done(reply?.at === 'recipient' ? errorOf(reply) : null);
    },
    onData: (stream, session, done) => receive(records, { stream, session, done }),
  };
}

const REFUSED = Object.assign(new Error('5.7.8 The token is not valid'), { responseCode: 535 });

interface Reception {
  readonly stream: NodeJS.ReadableStream;
  readonly session: SMTPServerSession;
  readonly done: (err?: Error | null) => void;
}

function receive(records: Records, { stream, session, done }: Reception): void {
  const { mailFrom, rcptTo } = session.envelope;
  const reply = records.replies.get(rcptTo[0]?.address ?? '');
  if (reply?.at === 'drop_before') {
    stream.once('data', () => records.drop(session));
    return;
  }
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    if (reply?.at === 'content') {
      done(errorOf(reply));
      return;
    }
    records.received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      source: Buffer.concat(chunks).toString('utf8'),
      connection: records.connections.get(session.id) ?? 0,
    });
    if (reply?.at === 'drop_after') records.drop(session);
    else if (reply?.at === 'delay')
      void reply.until.then(() => done(reply.then === undefined ? null : errorOf(reply.then)));
    else done();
  });
}

function errorOf({ code, text }: { readonly code: number; readonly text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
