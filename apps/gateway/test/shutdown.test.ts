import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { startGateway } from './gateway-harness.ts';

const BODY_BYTES = 2_097_153;
/** Less than the gateway gives open requests. */
const STOPPED_MS_MAX = 15_000;

it(
  'ends a kept connection whose refused body arrives during the shutdown',
  async () => {
    const gateway = await startGateway();
    const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1');
    const head = [
      'POST /api/v1/contacts/ HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${gateway.key('kept')}`,
    ];
    const type = ['Content-Type: application/json', `Content-Length: ${String(BODY_BYTES)}`];
    socket.write(`${[...head, ...type].join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*Connection: keep-alive/);
    const stopped = gateway.stop();
    socket.write(Buffer.alloc(BODY_BYTES));
    await once(socket, 'close');
    await stopped;
  },
  STOPPED_MS_MAX,
);
