import { describe, expect, it, jest } from '@jest/globals';
import { createReplica } from '@outreach/dev';
import { eventually, freePort } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { runStack, sendTo } from './stack-harness.ts';

jest.setTimeout(120_000);

const POLL_MS = 50;
const WITH_BROKER_MS = 1_000;
const WITHOUT_BROKER_MS = 5_000;

const running = await sharedByTests(runStack);
const second = await sharedByTests(async () => {
  const port = await freePort();
  const replica = await createReplica(running.stack, 'gateway', port);
  await replica.start();
  return { ...replica, baseUrl: `http://127.0.0.1:${String(port)}` };
});
const baseUrls = [running.stack.baseUrl, second.baseUrl];

async function statuses(key: string): Promise<number[]> {
  const asked = baseUrls.map(async (baseUrl) => sendTo(`${baseUrl}/api/v1/workspace/`, 'GET', { key }));
  return (await Promise.all(asked)).map(({ status }) => status);
}

async function makeKey(): Promise<{ id: string; key: string }> {
  const body = { name: 'Short-lived', scopes: ['contacts:read'] };
  const { body: made } = await running.call('POST', '/api/v1/api-keys/', { body });
  expect(await statuses(made.key)).toEqual([200, 200]);
  return made;
}

/** Revokes the key over the first gateway; ms until both refuse it. */
async function refusedAfterMs({ id, key }: { id: string; key: string }): Promise<number> {
  expect((await running.call('DELETE', `/api/v1/api-keys/${id}/`)).status).toBe(204);
  const revokedAtMs = performance.now();
  await eventually(async () => expect(await statuses(key)).toEqual([401, 401]), {
    timeoutMs: 2 * WITHOUT_BROKER_MS,
    pollMs: POLL_MS,
  });
  return performance.now() - revokedAtMs;
}

describe('a revoked key', () => {
  it('is refused by every gateway within a second', async () => {
    expect(await refusedAfterMs(await makeKey())).toBeLessThan(WITH_BROKER_MS);
  });

  it('is refused by every gateway within five seconds while the broker is down', async () => {
    const made = await makeKey();
    await running.stack.stopProcess('nats');
    try {
      expect(await refusedAfterMs(made)).toBeLessThan(WITHOUT_BROKER_MS);
    } finally {
      await running.stack.startProcess('nats');
    }
  });
});
