import { counter, pause, type Logger, type Resource } from '@outreach/service-kit';
import type { WorkStore } from '../domain/delivery-ports.ts';
import type { Settled } from '../domain/settle-attempt.ts';

const BATCH_MAX = 500;
/** Gathers what ends at about the same time into one write. */
const GATHER_MS = 5;
const RETRY_MS = 500;

const late = counter(
  'webhook_results_late_total',
  'Results that came after their lease had passed to another worker.',
);

export interface ResultWriterOptions {
  readonly store: Pick<WorkStore, 'settle' | 'count'>;
  /** Called for each endpoint that answered 410. */
  readonly onGone: (result: Settled) => Promise<void>;
  readonly logger: Logger;
}

/** Stores results in batches, behind the exchanges. */
export interface ResultWriter extends Resource {
  add(result: Settled): void;
}

export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const waiting: Settled[] = [];
  const patience = new AbortController();
  let running: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < BATCH_MAX) await pause(GATHER_MS, patience.signal);
      const batch = waiting.splice(0, BATCH_MAX);
      if (await stored(options, batch)) continue;
      if (patience.signal.aborted) return;
      waiting.unshift(...batch);
      await pause(RETRY_MS, patience.signal);
    }
  };
  const begin = (): void => {
    running ??= flush().finally(() => {
      running = undefined;
      if (waiting.length > 0 && !patience.signal.aborted) begin();
    });
  };
  return {
    name: 'result-writer',
    add: (result) => {
      waiting.push(result);
      begin();
    },
    start: async () => Promise.resolve(),
    stop: async () => {
      patience.abort();
      await running;
    },
  };
}

async function stored(
  { store, onGone, logger }: ResultWriterOptions,
  batch: readonly Settled[],
): Promise<boolean> {
  try {
    const lateCount = await store.settle(batch);
    if (lateCount > 0) {
      late.inc(lateCount);
      logger.warn({ late: lateCount }, 'results came after their lease had passed on');
    }
  } catch (err) {
    logger.error({ err }, 'results could not be stored and are tried again');
    return false;
  }
  try {
    await store.count(batch);
    for (const result of goneEndpoints(batch)) await onGone(result);
  } catch (err) {
    logger.error({ err }, 'figures of deliveries could not be counted');
  }
  return true;
}

function goneEndpoints(batch: readonly Settled[]): Settled[] {
  const gone = batch.filter((result) => result.gone);
  return [...new Map(gone.map((result) => [result.job.endpoint_id, result])).values()];
}
