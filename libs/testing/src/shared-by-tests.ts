import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect } from '@jest/globals';

/** jest has no timeout for code that runs while a file is loaded. */
const START_MS_MAX = 300_000;

interface Watched {
  /** Queries without their workspace, where they are recorded. */
  readonly violations?: readonly string[];
}

/** A resource with `stop` or `close`. */
export type SharedByTests = Watched & ({ stop(): Promise<void> } | { close(): Promise<void> });

/** What the file that runs has started; the files of a worker share this module. */
let started = new AsyncDisposableStack();

/**
 * Starts a resource that all tests of a file share. After the last test, before other `afterAll` hooks, the resources are
 * stopped in reverse order. A query without its workspace fails the file.
 */
export async function sharedByTests<T extends SharedByTests>(start: () => Promise<T>): Promise<T> {
  try {
    const shared = await withinLimit(start());
    started.defer(async () => end(shared));
    afterAll(stopAll);
    return shared;
  } catch (thrown) {
    // jest runs no hooks for a file that fails to load.
    await stopAll();
    throw thrown;
  }
}

async function stopAll(): Promise<void> {
  const stopped = started;
  started = new AsyncDisposableStack();
  await stopped.disposeAsync();
}

async function end(shared: SharedByTests): Promise<void> {
  await ('stop' in shared ? shared.stop() : shared.close());
  expect(shared.violations ?? []).toEqual([]);
}

async function withinLimit<T>(starting: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = delay(START_MS_MAX, undefined, { signal: done.signal }).then((): never => {
    throw new Error(`A shared resource did not start within ${START_MS_MAX} ms.`);
  });
  try {
    return await Promise.race([starting, late]);
  } finally {
    done.abort();
  }
}
