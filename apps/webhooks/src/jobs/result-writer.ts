import { counter, type Logger, type Resource } from '@outreach/service-kit';
import type { WorkStore } from '../domain/delivery-ports.ts';
import type { Settled } from '../domain/settle-attempt.ts';
import { createBatcher } from './batcher.ts';

const RESULTS_MAX = 500;
const RESULTS_GATHER_MS = 5;
/** Figures may be a moment old; many results of one endpoint then cost one write. */
const FIGURES_MAX = 5_000;
const FIGURES_GATHER_MS = 100;

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

/** Stores results, then counts them, in batches behind the exchanges. */
export interface ResultWriter extends Resource {
  add(result: Settled): void;
}

export function createResultWriter({ store, onGone, logger }: ResultWriterOptions): ResultWriter {
  const figures = createBatcher<Settled>({
    name: 'figures',
    batchMax: FIGURES_MAX,
    gatherMs: FIGURES_GATHER_MS,
    write: async (batch) => store.count(batch),
    logger,
  });
  const gone = createBatcher<Settled>({
    name: 'gone endpoints',
    batchMax: 1,
    gatherMs: 0,
    write: async (batch) => {
      for (const result of batch) await onGone(result);
    },
    logger,
  });
  const results = createBatcher<Settled>({
    name: 'results',
    batchMax: RESULTS_MAX,
    gatherMs: RESULTS_GATHER_MS,
    write: async (batch) => {
      const lateCount = await store.settle(batch);
      if (lateCount > 0) {
        late.inc(lateCount);
        logger.warn({ late: lateCount }, 'results came after their lease had passed on');
      }
      for (const result of batch) {
        figures.add(result);
        if (result.gone) gone.add(result);
      }
    },
    logger,
  });
  return {
    name: 'result-writer',
    add: (result) => results.add(result),
    start: async () => Promise.resolve(),
    stop: async () => {
      await results.stop();
      await gone.stop();
      await figures.stop();
    },
  };
}
