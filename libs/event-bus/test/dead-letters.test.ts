import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { connected } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import { ensureTopology, subjectOf } from '../src/index.ts';
import { eraseDeadLetters } from '../src/consumer/index.ts';
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
  return connected(bus.link);
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
  it('that name an erased record are deleted, also behind many others', async () => {
    const letters = bus.mongo.connection.collection<{ _id: string }>('dead_letters');
    const erased = newId('ct');
    const about = (key: string, id: string, fields: object = {}) => ({
      _id: `consumer:${key}`,
      event: { data: { contact: { id } } },
      ...fields,
    });
    const others = Array.from({ length: 10_100 }, (_, index) => about(`a${index}`, newId('ct')));
    const undecoded = { event: null, raw: Buffer.from(`{"contact":"${erased}"`) };
    await letters.insertMany([...others, about('z1', erased), about('z2', '', undecoded)]);
    const erasedOf = async (ids: readonly string[]) =>
      Promise.resolve(new Set(ids.filter((id) => id === erased)));
    expect(await eraseDeadLetters(bus.mongo.connection, erasedOf)).toBe(2);
    expect(await letters.countDocuments({ _id: { $in: ['consumer:z1', 'consumer:z2'] } })).toBe(0);
    expect(await letters.countDocuments({})).toBe(others.length);
    await letters.deleteMany({});
  });
});

describe('a dead work item', () => {
  it('is queued again by the function of its source, and stays without one', async () => {
    const work = { workspace_id: 'ws_1', id: 'ct_1' };
    const letter = {
      source: 'sorting',
      key: 'ct_1',
      subject: 'sorting',
      reason: 'no luck',
      event: undefined,
    };
    await bus.deadLetters.put({ ...letter, work });
    const id = 'sorting:ct_1';
    const [listed] = await bus.deadLetters.list(10);
    expect(listed).toMatchObject({ id, event_id: null, workspace_id: 'ws_1' });
    expect(await retry(id)).toEqual({ retried: 0, failed: 1 });
    const taken: unknown[] = [];
    const requeue = { sorting: async (again: unknown) => Promise.resolve(void taken.push(again)) };
    const jetstream = (await client()).jetstream();
    expect(await bus.deadLetters.retry(jetstream, { limit: 1, id, requeue })).toEqual({
      retried: 1,
      failed: 0,
    });
    expect([taken, await bus.deadLetters.list(10)]).toEqual([[work], []]);
  });
});

describe('dead letters', () => {
  it('are listed with ids and reason, without the data of the event', async () => {
    const id = await put(1);
    const listed = await bus.deadLetters.list(10);
    expect(listed).toEqual([
      {
        id,
        source: 'relay',
        subject: subjectOf(bus.topology, 'contacts', 'contact.happened'),
        reason: 'no luck',
        event_id: id.slice('relay:'.length),
        workspace_id: 'ws_1',
        created_at: expect.any(Date),
      },
    ]);
    expect(await retry()).toEqual({ retried: 1, failed: 0 });
  });

  it('are published and removed by a retry of one or of all of them', async () => {
    const first = await put(2);
    await put(3);
    expect(await retry(first)).toEqual({ retried: 1, failed: 0 });
    expect(await bus.deadLetters.list(10)).toHaveLength(1);
    expect(await retry()).toEqual({ retried: 1, failed: 0 });
    expect(await bus.deadLetters.list(10)).toEqual([]);
    expect(await storedNumbers(bus)).toEqual(expect.arrayContaining([2, 3]));
  });

  it('stay when the broker refuses them again, and do not block others', async () => {
    const huge = await put(4, 'x'.repeat(TOO_LARGE_BYTES));
    await put(5);
    expect(await retry()).toEqual({ retried: 1, failed: 1 });
    expect((await bus.deadLetters.list(10)).map(({ id }) => id)).toEqual([huge]);
  });
});
