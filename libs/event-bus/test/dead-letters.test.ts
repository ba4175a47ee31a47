import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testNatsUrl } from '@outreach/testing';
import { ensureTopology, subjectOf } from '../src/index.ts';
import { openBus, storedNumbers, thing, type Bus } from './bus-harness.ts';

const TOO_LARGE_BYTES = 2_097_152;

let bus: Bus;

beforeAll(async () => {
  bus = await openBus(testNatsUrl());
  await ensureTopology(await client(), bus.topology);
});

afterAll(async () => {
  await bus.stop();
});

async function client() {
  return eventually(async () => {
    const connection = bus.link.current();
    if (connection === undefined) throw new Error('The broker is not connected.');
    return connection;
  });
}

async function put(n: number, blown = ''): Promise<string> {
  const made = thing(n);
  const event = blown === '' ? made : { ...made, data: { n, blown } };
  const subject = subjectOf(bus.topology, 'contacts', event.type);
  await bus.deadLetters.put({ source: 'relay', key: event.id, subject, reason: 'no luck', event });
  return `relay:${event.id}`;
}

async function retry(id?: string) {
  const which = { limit: 100, ...(id === undefined ? {} : { id }) };
  return bus.deadLetters.retry((await client()).jetstream(), which);
}

describe('dead letters', () => {
  it('are listed by ids and reason, without what the event says', async () => {
    const id = await put(1);
    const listed = await bus.deadLetters.list(10);
    expect(listed).toEqual([
      {
        id,
        source: 'relay',
        subject: subjectOf(bus.topology, 'contacts', 'thing.happened'),
        reason: 'no luck',
        event_id: id.slice('relay:'.length),
        workspace_id: 'ws_1',
        created_at: expect.any(Date),
      },
    ]);
    expect(await retry()).toEqual({ retried: 1, failed: 0 });
  });

  it('are back on the stream after a retry, one or all of them, and gone from the list', async () => {
    const first = await put(2);
    await put(3);
    expect(await retry(first)).toEqual({ retried: 1, failed: 0 });
    expect(await bus.deadLetters.list(10)).toHaveLength(1);
    expect(await retry()).toEqual({ retried: 1, failed: 0 });
    expect(await bus.deadLetters.list(10)).toEqual([]);
    expect(await storedNumbers(bus)).toEqual(expect.arrayContaining([2, 3]));
  });

  it('stay when the broker refuses them again, and do not stand in the way of others', async () => {
    const huge = await put(4, 'x'.repeat(TOO_LARGE_BYTES));
    await put(5);
    expect(await retry()).toEqual({ retried: 1, failed: 1 });
    expect((await bus.deadLetters.list(10)).map(({ id }) => id)).toEqual([huge]);
  });
});
