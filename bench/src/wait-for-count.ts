import type { Collection, Document, Filter } from 'mongodb';
import { poll } from './poll.ts';

/** Waits until so many documents match. */
export async function waitForCount<Row extends Document>(
  rows: Collection<Row>,
  filter: Filter<Row>,
  count: number,
): Promise<void> {
  await poll(
    async () => rows.countDocuments(filter),
    (found) => found >= count,
    { pollMs: 500, waitMsMax: 8 * 60_000 },
  );
}
