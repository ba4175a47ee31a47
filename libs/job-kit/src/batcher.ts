import type { Logger } from '@outreach/service-kit';
import { pause } from '@outreach/service-kit/lifecycle';

const RETRY_MS = 500;

export interface BatcherOptions<Item> {
  readonly name: string;
  readonly batchMax: number;
  /** Pause in ms before a batch that is not full, so that items of about the same time share a write. */
  readonly waitMs: number;
  /** Writes a batch. A batch that fails is written again until the batcher stops. */
  readonly write: (batch: readonly Item[]) => Promise<void>;
  /** Called after each batch that is written. */
  readonly onWritten?: () => void;
  readonly logger: Logger;
}

/** Writes items in batches in the background, one batch at a time. */
export interface Batcher<Item> {
  add(item: Item): void;
  /** Items that are not written yet. */
  readonly unwrittenCount: number;
  /** Writes the waiting items once and stops. */
  stop(): Promise<void>;
}

export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const waiting: Item[] = [];
  let writingCount = 0;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < options.batchMax) await pause(options.waitMs, stopping.signal);
      const batch = waiting.splice(0, options.batchMax);
      writingCount = batch.length;
      const done = await isWritten(options, batch);
      writingCount = 0;
      if (done) options.onWritten?.();
      if (done || stopping.signal.aborted) continue;
      waiting.unshift(...batch);
      await pause(RETRY_MS, stopping.signal);
    }
    running = undefined;
  };
  return {
    get unwrittenCount() {
      return waiting.length + writingCount;
    },
    add: (item) => {
      waiting.push(item);
      running ??= flush();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function isWritten<Item>(options: BatcherOptions<Item>, batch: readonly Item[]): Promise<boolean> {
  try {
    await options.write(batch);
    return true;
  } catch (err) {
    options.logger.error({ batcher: options.name, err }, 'a batch was not written');
    return false;
  }
}
