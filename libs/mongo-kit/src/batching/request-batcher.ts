import { AsyncLocalStorage } from 'node:async_hooks';

/** Items of one batch, and items that wait for one; who comes when so many wait is turned away. */
const ITEMS_MAX = 64;
/** While so many batches are under way, items gather for the next one. */
const AT_ONCE = 2;
/** A batch that takes so long, behind a lock for one, no longer counts: it must not hold up everybody else. */
const SLOW_BATCH_MS = 100;
/** Slow ones included. */
const BATCHES_MAX = 16;

export interface Gatherer<Item> {
  /** Takes the item into the next batch; false when too many wait. */
  add(item: Item): boolean;
}

/**
 * Makes batches of what comes in one moment: a lone item goes at once, and under load a batch is what came while the
 * ones before were under way. `run` answers its items, and never rejects.
 */
export function createGatherer<Item>(run: (batch: readonly Item[]) => Promise<void>): Gatherer<Item> {
  // A batch belongs to no call, so it must not run in that of the item which happens to start it.
  const outsideCalls = AsyncLocalStorage.snapshot();
  const waiting: Item[] = [];
  let isScheduled = false;
  let underWayCount = 0;
  let fastCount = 0;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (waiting.length > 0 && fastCount < AT_ONCE && underWayCount < BATCHES_MAX) start();
    });
  }

  function start(): void {
    let isFast = true;
    const leaveFast = (): void => {
      if (isFast) fastCount -= 1;
      isFast = false;
      schedule();
    };
    underWayCount += 1;
    fastCount += 1;
    const timer = setTimeout(leaveFast, SLOW_BATCH_MS);
    void outsideCalls(run, waiting.splice(0)).finally(() => {
      clearTimeout(timer);
      underWayCount -= 1;
      leaveFast();
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
