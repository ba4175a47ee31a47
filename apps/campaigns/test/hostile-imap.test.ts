import { describe, expect, it } from '@jest/globals';
import { createAddressGuard, createGuardedSockets } from '@outreach/outbound-kit';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ReadFolderPorts } from '../src/inbox/read-folder.ts';
import type { InboxPosition } from '../src/inbox/ports.ts';
import { watchMailbox } from '../src/inbox/watch-mailbox.ts';
import { connectImap } from '../src/mail-servers/imap-connection.client.ts';
import { ImapFailed, type ImapConnection } from '../src/mail-servers/imap-ports.ts';

const mail = { sockets: createGuardedSockets(createAddressGuard(['127.0.0.0/8'])), extraCa: '' };
const WATCH_MS = 400;
const PAUSES = { minMs: 50, maxMs: 200 };

const ANSWERS: Readonly<Record<string, string>> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
  EXAMINE: '* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n',
  'UID SEARCH': '* SEARCH\r\n',
};

interface HostileServer {
  readonly commands: string[];
  connect(signal: AbortSignal): Promise<ImapConnection>;
  close(): Promise<void>;
}

/** An IMAP server that behaves in its own way after each answer. With false the command does not end. */
async function startServer(after: (command: string, socket: Socket) => boolean): Promise<HostileServer> {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => undefined);
    socket.write('* OK ready\r\n');
    socket.setEncoding('utf8').on('data', (data: string) => {
      for (const [, tag = '', command = ''] of data.matchAll(/^(\S+) ((?:UID )?\S+).*\r$/gm)) {
        commands.push(command);
        socket.write(ANSWERS[command] ?? '');
        if (after(command, socket)) socket.write(`${tag} OK done\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const credentials = { username: 'sales@shop.example', password: 'imap-pass' };
  return {
    commands,
    connect: async (signal) =>
      connectImap(mail, { host: 'localhost', port, security: 'none', credentials }, signal),
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function portsOf(): ReadFolderPorts {
  let stored: InboxPosition | undefined;
  const ports: Partial<ReadFolderPorts> = {
    clock: { now: () => Date.now() },
    inWorkspace: async (work) => work(),
    withMemory: async (work) => work(),
    commit: async (work) => work(),
    store: {
      findPositions: async () => Promise.resolve(stored === undefined ? [] : [stored]),
      start: async (position) => Promise.resolve((stored = position)),
    } as Partial<ReadFolderPorts['store']> as ReadFolderPorts['store'],
  };
  return ports as ReadFolderPorts;
}

describe('a hostile IMAP server', () => {
  it('does not make the worker spin by reporting messages after every command', async () => {
    let count = 1;
    const server = await startServer((_, socket) => {
      socket.write(`* ${(count += 1)} EXISTS\r\n`);
      return true;
    });
    const end = new AbortController();
    const connection = await server.connect(end.signal);
    const account = { id: 'acc_1', email: 'sales@shop.example' };
    setTimeout(() => end.abort(), WATCH_MS);
    const startedAt = new Date(0);
    const options = { account, connection, startedAt, attempt: 1, signal: end.signal, pauses: PAUSES };
    await watchMailbox(portsOf(), options).catch((thrown: unknown) =>
      expect(thrown).toBeInstanceOf(ImapFailed),
    );
    // After 50, 150 and 350 ms.
    const searches = server.commands.filter((command) => command === 'UID SEARCH');
    expect(searches.length).toBeLessThanOrEqual(6);
    connection.close();
    await server.close();
  });

  it('is disconnected when it sends results without end', async () => {
    const line = `* SEARCH${' 1'.repeat(100_000)}\r\n`;
    let sentBytes = 0;
    const server = await startServer((command, socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write(line)) sentBytes += line.length;
        if (!socket.destroyed) socket.once('drain', flood);
      };
      const isSearch = command === 'UID SEARCH';
      if (isSearch) flood();
      return !isSearch;
    });
    const connection = await server.connect(new AbortController().signal);
    await connection.open('INBOX');
    await expect(connection.findFrom(1)).rejects.toThrow(ImapFailed);
    expect(sentBytes).toBeLessThan(100_000_000);
    await server.close();
  });
});
