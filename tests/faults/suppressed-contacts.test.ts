import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { request } from './src/client.ts';
import { watchEvents, type SeenEvents } from './src/published-events.ts';
import { startFaultStack, type FaultStack } from './src/fault-stack.ts';
import { isLong, seededRandom } from './src/random.ts';

jest.setTimeout(600_000);

const BULKS = isLong ? 20 : 6;
const ROWS = 1_000;
const DEATHS = isLong ? 10 : 2;
const WAIT = { timeoutMs: 300_000, pollMs: 20 };

const random = seededRandom('suppressed-contacts');
let faults: FaultStack;
let suppressed: SeenEvents;

beforeAll(async () => {
  faults = await startFaultStack({ workspaceCount: 1 });
  suppressed = await watchEvents(faults.stack.natsUrl, 'contact.suppressed');
});

afterAll(async () => {
  await suppressed.stop();
  await faults.stop();
});

it('every contact at a suppressed domain is told of once when the service is killed in the middle', async () => {
  const { stack, keys } = faults;
  const [key = ''] = keys;
  const post = async (route: string, body: unknown) =>
    request(stack.baseUrl, { method: 'POST', route: `/api/v1/${route}`, key, body });
  for (let bulk = 0; bulk < BULKS; bulk += 1) {
    const contacts = Array.from({ length: ROWS }, (_, row) => ({ email: `c${bulk}-${row}@wide.example` }));
    expect((await post('contacts/bulk/', { contacts })).body?.created).toBe(ROWS);
  }
  const made = await post('suppressions/', { type: 'domain', value: 'wide.example', reason: 'manual' });
  expect(made.status).toBe(201);
  const total = BULKS * ROWS;
  for (let death = 1; death <= DEATHS; death += 1) {
    const reached = Math.floor(((death - 1 + random()) / DEATHS) * (total / 2));
    await eventually(() => expect(suppressed.idsOf.size).toBeGreaterThan(reached), WAIT);
    stack.kill('contacts', 'SIGKILL');
  }
  await eventually(() => expect(suppressed.idsOf.size).toBe(total), WAIT);
  expect([...suppressed.idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
});
