import { pause } from '@outreach/service-kit/lifecycle';
import type { Collection, Document, Filter } from 'mongodb';

export interface PollOptions {
  readonly pollMs: number;
  readonly waitMsMax: number;
}

/** Reads a value until it is final, and returns it. @throws Error after the longest wait. */
export async function poll<T>(
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
  { pollMs, waitMsMax }: PollOptions,
): Promise<T> {
  const signal = AbortSignal.timeout(waitMsMax);
  for (;;) {
    const value = await read();
    if (isFinal(value)) return value;
    await pause(pollMs, signal);
    signal.throwIfAborted();
  }
}

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
