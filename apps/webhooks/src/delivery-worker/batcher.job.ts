import { pause, type Logger } from '@outreach/service-kit';

const RETRY_MS = 500;

export interface BatcherOptions<Item> {
  readonly name: string;
  readonly batchMax: number;
  /** Time to wait for further items before a write. */
  readonly waitMs: number;
  /** A rejected batch is written again, until the batcher stops. */
  readonly write: (batch: readonly Item[]) => Promise<void>;
  readonly logger: Logger;
}

/** Writes items in the background, one batch at a time. */
export interface Batcher<Item> {
  add(item: Item): void;
  /** Writes the waiting items once, without retries. */
  stop(): Promise<void>;
}

export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const waiting: Item[] = [];
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < options.batchMax) await pause(options.waitMs, stopped.signal);
      const batch = waiting.splice(0, options.batchMax);
      if ((await isWritten(options, batch)) || stopped.signal.aborted) continue;
      waiting.unshift(...batch);
      await pause(RETRY_MS, stopped.signal);
    }
    running = undefined;
  };
  return {
    add: (item) => {
      waiting.push(item);
      running ??= flush();
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function isWritten<Item>(options: BatcherOptions<Item>, batch: readonly Item[]): Promise<boolean> {
  try {
    await options.write(batch);
    return true;
  } catch (err) {
    options.logger.error({ batcher: options.name, err }, 'a batch could not be written');
    return false;
  }
}
