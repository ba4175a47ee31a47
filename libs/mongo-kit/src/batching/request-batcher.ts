import { AsyncLocalStorage } from 'node:async_hooks';

/** Items of one batch, and items that wait for one. Further items are refused. */
const ITEMS_MAX = 64;
/** Bytes of one batch; a larger item forms a batch of its own. */
const BYTES_MAX = 1_048_576;
/** The next batch starts beside a batch that takes longer, for example behind a lock, so that it delays no other item. */
const SLOW_BATCH_MS = 100;
/** Running batches, slow ones included. */
const BATCHES_MAX = 16;

export interface RequestBatcher<Item> {
  /** Adds the item to the next batch. Returns false when too many items wait. */
  add(item: Item): boolean;
}

export interface RequestBatcherOptions<Item> {
  /** Approximate size of an item in bytes. */
  readonly sizeOf: (item: Item) => number;
  /** Settles the items of the batch; never rejects. */
  readonly run: (batch: readonly Item[]) => Promise<void>;
}

/**
 * Batches concurrent requests. A single item starts at once. Under load, a batch contains the items that arrived while
 * the previous batch ran, up to 64 items and 1 MiB.
 */
export function createRequestBatcher<Item>(options: RequestBatcherOptions<Item>): RequestBatcher<Item> {
  // A batch serves several calls, so it must not run in the scope of the call that starts it.
  const withoutScope = AsyncLocalStorage.snapshot();
  const waiting: Item[] = [];
  let isScheduled = false;
  let runningCount = 0;
  /** True while a batch runs that has not become slow. */
  let isBusy = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (waiting.length > 0 && !isBusy && runningCount < BATCHES_MAX) start();
    });
  }

  function start(): void {
    let hasYielded = false;
    const yieldTurn = (): void => {
      if (!hasYielded) isBusy = false;
      hasYielded = true;
      schedule();
    };
    runningCount += 1;
    isBusy = true;
    const timer = setTimeout(yieldTurn, SLOW_BATCH_MS);
    void withoutScope(options.run, waiting.splice(0, countWithin(waiting, options.sizeOf))).finally(() => {
      clearTimeout(timer);
      runningCount -= 1;
      yieldTurn();
    });
  }

  return {
    add: (item) => {
      if (waiting.length >= ITEMS_MAX) return false;
      waiting.push(item);
      schedule();
      return true;
    },
  };
}

/** How many of the first items fit into one batch; at least one. */
function countWithin<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  let bytes = 0;
  let count = 0;
  for (const item of items) {
    bytes += sizeOf(item);
    if (count > 0 && bytes > BYTES_MAX) break;
    count += 1;
  }
  return count;
}
