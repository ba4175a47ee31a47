import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, loopback } from '@outreach/testing/free-port';
import type { DemoServer } from './demo-server.ts';
import { startImapServer } from './imap-server.ts';
import { createMailbox } from './mailbox.ts';

let server: DemoServer;

beforeAll(async () => {
  server = await startImapServer({ port: await freePort(), mailbox: createMailbox() });
});

afterAll(async () => server.close());

describe('the mail server of the demo', () => {
  it('greets the next connection after one that was reset', async () => {
    const broken = connect(server.port, loopback);
    await once(broken, 'data');
    broken.resetAndDestroy();
    await once(broken, 'close');
    const next = connect(server.port, loopback);
    const [greeting] = await once(next, 'data');
    expect(String(greeting)).toContain('* OK');
    next.destroy();
  });
});
