import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
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
      Array.from({ length: LATER_COUNT }, (_, index) => `later_${String(index)}`),
    );
    const until = { $type: 'date', $lte: new Date(harness.clock.nowMs - 1) };
    expect(await keysRead(until, hint)).toBeLessThanOrEqual(4);
    expect(await keysRead({ $type: 'date' }, hint)).toBe(10);
  });
});
