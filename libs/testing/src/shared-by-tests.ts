import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect } from '@jest/globals';

/** No hook's limit holds for what runs while a file is loaded. */
const START_MS_MAX = 300_000;

interface Watched {
  /** Queries that left their workspace, where they are noted. */
  readonly violations?: readonly string[];
}

/** What can be ended, by whichever name. */
export type SharedByTests = Watched & ({ stop(): Promise<void> } | { close(): Promise<void> });

const started = new AsyncDisposableStack();
afterAll(async () => started.disposeAsync());

/**
 * Starts what all tests of a file use. After the last one, before the file's own `afterAll`, all of it is
 * ended, what came last first, and a query that left its workspace fails the file.
 */
export async function sharedByTests<T extends SharedByTests>(start: () => Promise<T>): Promise<T> {
  try {
    const shared = await withinLimit(start());
    started.defer(async () => end(shared));
    return shared;
  } catch (thrown) {
    // A file that cannot be loaded has no hooks.
    await started.disposeAsync();
    throw thrown;
  }
}

async function end(shared: SharedByTests): Promise<void> {
  await ('stop' in shared ? shared.stop() : shared.close());
  expect(shared.violations ?? []).toEqual([]);
}

async function withinLimit<T>(starting: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = delay(START_MS_MAX, undefined, { signal: done.signal }).then((): never => {
    throw new Error(`What the tests share did not start within ${START_MS_MAX} ms.`);
  });
  try {
    return await Promise.race([starting, late]);
  } finally {
    done.abort();
  }
}
