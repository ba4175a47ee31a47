import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { idleQueuesOf } from '../src/idle-queues.ts';
import { startQueueHarness } from './queue-harness.ts';

const LATER_COUNT = 500;
const HOUR_MS = 60 * 60 * 1000;

const harness = await sharedByTests(startQueueHarness);

beforeEach(async () => harness.reset());

/** Index keys that a search for due rows reads. A hint without `$type` in the filter reads all of them. */
async function keysRead(due_at: object, hint: string | undefined): Promise<number> {
  const cursor = harness.mongo.connection.collection('items').find({ due_at }).sort({ due_at: 1 }).limit(10);
  if (hint !== undefined) cursor.hint(hint);
  const { executionStats } = await cursor.explain('executionStats');
  return executionStats.totalKeysExamined;
}

describe('the index of due rows', () => {
  it.each([
    ['the hint of leased rows', 'work_due'],
    ['the choice of the planner', undefined],
  ])('is read up to the first row that is not due, with %s', async (_name, hint) => {
    await harness.add('ws_1', ['a', 'b', 'c']);
    harness.clock.nowMs += HOUR_MS;
    await harness.add(
      'ws_1',
      Array.from({ length: LATER_COUNT }, (_, index) => `later_${index}`),
    );
    const until = { $type: 'date', $lte: new Date(harness.clock.nowMs - 1) };
    expect(await keysRead(until, hint)).toBeLessThanOrEqual(4);
    expect(await keysRead({ $type: 'date' }, hint)).toBe(10);
  });
});

/** The index keys and documents that the commands on all collections read while `work` runs. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const { db } = harness.mongo.connection;
  if (db === undefined) throw new Error('no connection');
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const profile = db.collection<{ keysExamined?: number; docsExamined?: number }>('system.profile');
  const commands = await profile.find({ 'command.aggregate': 'items' }).toArray();
  await db.dropCollection('system.profile');
  expect(commands).toHaveLength(1);
  return commands.reduce(
    (sum, { keysExamined = 0, docsExamined = 0 }) => sum + keysExamined + docsExamined,
    0,
  );
}

describe('the search of idle queues', () => {
  it('is one command that reads the earliest row only', async () => {
    const dueAt = new Date(harness.clock.nowMs);
    await harness.add(
      'ws_1',
      Array.from({ length: LATER_COUNT }, (_, index) => `item_${index}`),
    );
    const queues = idleQueuesOf(harness.mongo.connection);
    const reads = await readsOf(async () => {
      const found = await Promise.all([queues.nextDueAt('items', {}), queues.nextDueAt('items', {})]);
      expect(found).toEqual([dueAt, dueAt]);
    });
    // One index key and one document: the profile counts the first queue of the command.
    expect(reads).toBe(2);
  });
});
