import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { createAddressGuard, createGuardedSockets } from '@outreach/outbound-kit';
import type { StoredAccount } from '../sending-accounts/index.ts';
import type { DialogResult } from './ports.ts';
import { createSessionPool, dialogMsMax } from './session-pool.client.ts';
import { SMTP_LIMITS, type SmtpLimits } from './smtp-session.client.ts';

const LIMITS: SmtpLimits = { sessionMs: 300, envelopeMs: 200, contentMs: 400, resetMs: 100 };
/** A step of a slow server takes most of its limit. */
const SLOW_SHARE = 0.7;
const SLACK_MS = 150;

/** An SMTP server. `answer` returns the reply to a command of a connection after a pause; none for silence. */
async function startServer(
  answer: (command: string, connection: number) => readonly [string, number] | undefined,
) {
  let connectionCount = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connectionCount += 1;
    const connection = connectionCount;
    sockets.add(socket);
    socket.on('error', () => undefined);
    let isContent = false;
    const reply = (command: string): void => {
      const [text, ms] = answer(command, connection) ?? [];
      if (text === undefined) return;
      setTimeout(() => socket.write(`${text}\r\n`), ms ?? 0);
      isContent = text.startsWith('354');
    };
    reply('CONNECT');
    createInterface(socket).on('line', (line) => {
      if (!isContent) reply(line.split(' ')[0] ?? '');
      else if (line === '.') {
        isContent = false;
        reply('END');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, [Symbol.dispose]: stop };
}

const REPLIES: Readonly<Record<string, string>> = { CONNECT: '220 ready', DATA: '354 go on' };

function poolFor(port: number, limits = LIMITS) {
  const login = { host: '127.0.0.1', port, security: 'none', credentials: null } as const;
  const sockets = createGuardedSockets(createAddressGuard(['127.0.0.0/8']));
  const pool = createSessionPool({
    mail: { sockets, extraCa: '' },
    smtpLogin: () => login,
    limits,
  });
  const account = { id: 'acc_1', email: 'sales@shop.test', smtp: { sealed_password: null } };
  const send = async (): Promise<{ readonly result: DialogResult; readonly tookMs: number }> => {
    const startedAtMs = performance.now();
    const result = await pool.send({
      account: account as unknown as StoredAccount,
      to: ['maria@example.com'],
      message: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
      onContent: () => undefined,
      onReply: () => undefined,
    });
    return { result, tookMs: performance.now() - startedAtMs };
  };
  return { send, [Symbol.dispose]: () => pool.stop() };
}

it('a dialog over a kept session takes at most the sum of its limits, however slow the server is', async () => {
  let isSlow = false;
  using server = await startServer((command, connection) => {
    if (isSlow && connection === 1) return undefined;
    if (isSlow && command === 'RSET') return undefined;
    if (isSlow && command === 'CONNECT') return ['220 ready', LIMITS.sessionMs * SLOW_SHARE];
    if (isSlow && command === 'MAIL') return ['250 OK', LIMITS.envelopeMs * SLOW_SHARE];
    if (isSlow && command === 'END') return ['452 4.2.2 Full', LIMITS.contentMs * SLOW_SHARE];
    return [REPLIES[command] ?? '250 OK', 0];
  });
  using pool = poolFor(server.port);
  expect((await pool.send()).result).toMatchObject({ kind: 'answered', reply: { code: 250 } });
  isSlow = true;
  const { result, tookMs } = await pool.send();
  expect(result).toMatchObject({ kind: 'answered', reply: { code: 452 } });
  const shareMs = LIMITS.envelopeMs + (LIMITS.sessionMs + LIMITS.envelopeMs + LIMITS.contentMs) * SLOW_SHARE;
  expect(tookMs).toBeGreaterThan(shareMs - SLACK_MS);
  expect(tookMs).toBeLessThan(dialogMsMax(LIMITS));
});

it('a server that does not answer to RSET holds the result of a refusal back for the limit of RSET only', async () => {
  using server = await startServer((command) => {
    if (command === 'RSET') return undefined;
    if (command === 'RCPT') return ['550 5.1.1 User unknown', 0];
    return [REPLIES[command] ?? '250 OK', 0];
  });
  // Every other limit is longer than a test may take.
  using pool = poolFor(server.port, { ...SMTP_LIMITS, resetMs: LIMITS.resetMs });
  const { result } = await pool.send();
  expect(result).toMatchObject({ kind: 'answered', command: 'RCPT', reply: { code: 550 } });
});
