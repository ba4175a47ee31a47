import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { loopback } from '@outreach/testing/free-port';
import type { DemoServer } from './demo-server.ts';
import type { DemoMessage, Mailbox } from './mailbox.ts';

const CAPABILITIES = 'IMAP4rev1 IDLE SASL-IR AUTH=PLAIN';
/** Mailboxes are new with each start of the demo. */
const uidValidity = Math.floor(Date.now() / 1_000);

export interface ImapServerOptions {
  readonly port: number;
  /** The messages of the only folder, INBOX. */
  readonly mailbox: Mailbox;
}

/**
 * The mailbox of the demo account: the part of IMAP (RFC 3501, IDLE of RFC 2177) that the email engine uses, without
 * TLS. It accepts any password and changes nothing.
 */
export async function startImapServer({ port, mailbox }: ImapServerOptions): Promise<DemoServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, mailbox);
  });
  server.listen(port, loopback);
  await once(server, 'listening');
  return {
    port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

interface Session {
  readonly mailbox: Mailbox;
  readonly write: (line: string | Buffer) => void;
  readonly end: () => void;
  /** Ends IDLE and returns its tag. */
  idle: { readonly tag: string; readonly stop: () => void } | undefined;
}

interface Command {
  readonly tag: string;
  readonly name: string;
  readonly rest: string;
}

function serve(socket: Socket, mailbox: Mailbox): void {
  const session: Session = {
    mailbox,
    write: (line) => void socket.write(typeof line === 'string' ? `${line}\r\n` : line),
    end: () => void socket.end(),
    idle: undefined,
  };
  session.write(`* OK [CAPABILITY ${CAPABILITIES}] demo mailbox`);
  socket.on('close', () => session.idle?.stop());
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  // It emits the errors of its input again; the socket handles them.
  lines.on('error', () => undefined);
  lines.on('line', (line) => {
    const { idle } = session;
    if (idle !== undefined) {
      idle.stop();
      session.idle = undefined;
      session.write(`${idle.tag} OK IDLE ended`);
      return;
    }
    answer(session, parseCommand(line));
  });
}

function parseCommand(line: string): Command {
  const [, tag = '*', first = '', after = ''] = /^(\S+) +(\S+) *(.*)$/.exec(line) ?? [];
  if (first.toUpperCase() !== 'UID') return { tag, name: first.toUpperCase(), rest: after };
  const [, second = '', rest = ''] = /^(\S+) *(.*)$/.exec(after) ?? [];
  return { tag, name: `UID ${second.toUpperCase()}`, rest };
}

type Answer = (session: Session, command: Command) => void;

const ANSWERS: Readonly<Record<string, Answer>> = {
  CAPABILITY: ({ write }) => write(`* CAPABILITY ${CAPABILITIES}`),
  NAMESPACE: ({ write }) => write('* NAMESPACE (("" "/")) NIL NIL'),
  LIST: ({ write }) => write(String.raw`* LIST (\HasNoChildren) "/" INBOX`),
  SELECT: select,
  EXAMINE: select,
  STATUS: ({ write, mailbox }) =>
    write(
      `* STATUS INBOX (MESSAGES ${mailbox.messages.length} UIDNEXT ${nextUid(mailbox)} UIDVALIDITY ${uidValidity})`,
    ),
  'UID SEARCH': ({ write, mailbox }, { rest }) => {
    const uids = mailbox.messages.filter((message) => matches(message, rest, mailbox));
    write(`* SEARCH ${uids.map(({ number }) => number).join(' ')}`.trimEnd());
  },
  'UID FETCH': fetch,
  LOGOUT: ({ write }) => write('* BYE'),
};
const SILENT: ReadonlySet<string> = new Set(['LOGIN', 'AUTHENTICATE', 'NOOP', 'CLOSE', 'UNSELECT', 'LSUB']);

function answer(session: Session, command: Command): void {
  const { tag, name } = command;
  if (name === 'IDLE') {
    session.write('+ idling');
    const stop = session.mailbox.onAdd(() => session.write(`* ${session.mailbox.messages.length} EXISTS`));
    session.idle = { tag, stop };
    return;
  }
  const known = ANSWERS[name];
  if (known === undefined && !SILENT.has(name)) {
    session.write(`${tag} BAD The demo mailbox does not know ${name}`);
    return;
  }
  known?.(session, command);
  session.write(`${tag} OK${name === 'EXAMINE' ? ' [READ-ONLY]' : ''} ${name} completed`);
  if (name === 'LOGOUT') session.end();
}

function select({ write, mailbox }: Session): void {
  write(String.raw`* FLAGS (\Seen \Answered)`);
  write(`* ${mailbox.messages.length} EXISTS`);
  write('* 0 RECENT');
  write(`* OK [UIDVALIDITY ${uidValidity}] valid`);
  write(`* OK [UIDNEXT ${nextUid(mailbox)}] next`);
}

function fetch({ write, mailbox }: Session, { rest }: Command): void {
  const [set = ''] = rest.split(' ');
  const [, section = 'BODY[]', , length] = /(BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?)/i.exec(rest) ?? [];
  for (const [index, message] of mailbox.messages.entries()) {
    if (!isInSet(message.number, set, mailbox)) continue;
    const source = message.source.subarray(0, length === undefined ? undefined : Number(length));
    const name = section.includes('<') ? 'BODY[]<0>' : 'BODY[]';
    const date = `"${internalDate(message.at)}"`;
    write(
      Buffer.concat([
        Buffer.from(
          `* ${index + 1} FETCH (UID ${message.number} INTERNALDATE ${date} ${name} {${source.length}}\r\n`,
        ),
        source,
        Buffer.from(')\r\n'),
      ]),
    );
  }
}

function nextUid({ messages }: Mailbox): number {
  return (messages.at(-1)?.number ?? 0) + 1;
}

/** The searches that the engine makes: by UID, by the day of arrival, and by Message-ID. */
function matches(message: DemoMessage, query: string, mailbox: Mailbox): boolean {
  const [, set] = /\bUID (\S+)/i.exec(query) ?? [];
  const [, since] = /\bSINCE "?([\w-]+)"?/i.exec(query) ?? [];
  const [, id] = /\bHEADER "?message-id"? "?([^"]+)"?/i.exec(query) ?? [];
  return (
    (set === undefined || isInSet(message.number, set, mailbox)) &&
    (since === undefined || message.at.getTime() >= Date.parse(since)) &&
    (id === undefined || message.source.includes(id))
  );
}

/** A set such as `3,5:7,9:*`. */
function isInSet(uid: number, set: string, mailbox: Mailbox): boolean {
  const last = nextUid(mailbox) - 1;
  return set.split(',').some((part) => {
    const [from = '', to = from] = part.split(':');
    const ends = [from, to].map((text) => (text === '*' ? last : Number(text))).sort((a, b) => a - b);
    return uid >= (ends[0] ?? 0) && uid <= (ends[1] ?? 0);
  });
}

/** `01-Feb-2026 09:30:00 +0000`. */
function internalDate(at: Date): string {
  const [, day = '', month = '', year = '', time = ''] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}
