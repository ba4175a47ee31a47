import { pause } from '@outreach/service-kit/lifecycle';
import type { Collection, Document, Filter } from 'mongodb';

const WAIT_MS_MAX = 8 * 60_000;
const POLL_MS = 500;

/** Waits until so many documents match. */
export async function waitForCount<Row extends Document>(
  rows: Collection<Row>,
  filter: Filter<Row>,
  count: number,
): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS_MAX);
  while ((await rows.countDocuments(filter)) < count) {
    await pause(POLL_MS, signal);
    signal.throwIfAborted();
  }
}
