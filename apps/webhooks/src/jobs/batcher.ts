import { pause, type Logger } from '@outreach/service-kit';

const RETRY_MS = 500;

export interface BatcherOptions<Item> {
  readonly name: string;
  readonly batchMax: number;
  /** Gathers what comes at about the same time into one write. */
  readonly gatherMs: number;
  /** A batch that it rejects is tried again, until the batcher stops. */
  readonly write: (batch: readonly Item[]) => Promise<void>;
  readonly logger: Logger;
}

/** Items written behind those who make them, in batches, one batch at a time. */
export interface Batcher<Item> {
  add(item: Item): void;
  /** Writes what waits, without further tries. */
  stop(): Promise<void>;
}

export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const waiting: Item[] = [];
  const patience = new AbortController();
  let running: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < options.batchMax) await pause(options.gatherMs, patience.signal);
      const batch = waiting.splice(0, options.batchMax);
      if ((await isWritten(options, batch)) || patience.signal.aborted) continue;
      waiting.unshift(...batch);
      await pause(RETRY_MS, patience.signal);
    }
    running = undefined;
  };
  return {
    add: (item) => {
      waiting.push(item);
      running ??= flush();
    },
    stop: async () => {
      patience.abort();
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
