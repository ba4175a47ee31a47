import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard, createGuardedSockets } from '@outreach/outbound-kit';
import { freePort } from '@outreach/testing';
import { createSmtpTest } from '../src/mail-servers/smtp.client.ts';

const mail = { sockets: createGuardedSockets(createAddressGuard(['127.0.0.0/8'])), extraCa: '' };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server with these mechanisms, which accepts one token. Returns the lines of the log-ins. */
async function startServer(mechanisms: string, accepted: string) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (chunk: Buffer) => {
      const line = chunk.toString('utf8').trim();
      if (line.startsWith('EHLO')) socket.write(`250-test\r\n250 AUTH ${mechanisms}\r\n`);
      else if (line.startsWith('QUIT')) socket.end('221 Bye\r\n');
      else {
        const [, mechanism, response = ''] = line.split(' ');
        const text = Buffer.from(response, 'base64').toString('utf8');
        lines.push(mechanism === undefined ? line : `${mechanism} ${text.replaceAll('\x01', '|')}`);
        if (text.includes(`Bearer ${accepted}|`.replace('|', '\x01'))) socket.write('235 Accepted\r\n');
        else if (line.startsWith('AUTH')) socket.write('334 eyJzdGF0dXMiOiI0MDEifQ==\r\n');
        else socket.write('535 5.7.8 Refused\r\n');
      }
    });
  });
  servers.push(server);
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port, lines };
}

function login(port: number, values: readonly string[]) {
  let count = 0;
  const next = async () => Promise.resolve({ value: values[count] ?? '', generation: String(count++) });
  return {
    host: '127.0.0.1',
    port,
    security: 'none' as const,
    credentials: { username: 'ada=1@mail.test', tokens: { get: next, renew: next } },
  };
}

describe('a log-in with a token', () => {
  it('uses XOAUTH2 if the server offers it', async () => {
    const { port, lines } = await startServer('PLAIN XOAUTH2 OAUTHBEARER', 'right');
    expect(await createSmtpTest(mail)(login(port, ['right']))).toMatchObject({ success: true });
    expect(lines).toEqual(['XOAUTH2 user=ada=1@mail.test|auth=Bearer right||']);
  });

  it('uses OAUTHBEARER otherwise, and renews a refused token once', async () => {
    const { port, lines } = await startServer('PLAIN OAUTHBEARER', 'right');
    expect(await createSmtpTest(mail)(login(port, ['old', 'right']))).toMatchObject({ success: true });
    expect(lines).toEqual([
      'OAUTHBEARER n,a=ada=3D1@mail.test,|auth=Bearer old||',
      'AQ==',
      'OAUTHBEARER n,a=ada=3D1@mail.test,|auth=Bearer right||',
    ]);
  });

  it('fails if the renewed token is refused too', async () => {
    const { port, lines } = await startServer('XOAUTH2', 'right');
    const result = await createSmtpTest(mail)(login(port, ['old', 'older', 'right']));
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('535 5.7.8') });
    expect(result.error).not.toContain('old');
    expect(lines.filter((line) => line.startsWith('XOAUTH2'))).toHaveLength(2);
  });
});
