import { createBatcher, type Batcher } from '@outreach/job-kit/batcher';
import type { Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import type { AttemptOutcome } from '../delivery-model/index.ts';
import type { DeliveryWork } from '../deliveries/index.ts';
import type { GoneEndpoints, ResultCounts } from './ports.ts';

const RESULTS_MAX = 500;
const RESULTS_WAIT_MS = 5;
/** With more unwritten results or stats, the worker starts no attempts. Bounds the memory while the database is slow. */
const UNWRITTEN_MAX = 4_096;
/** Stats may lag by this time; many results of one endpoint then cost one write. */
const STATS_WAIT_MS = 250;
const STATS_MAX = 5_000;

const late = counter(
  'webhook_results_late_total',
  'Results that were dropped because their lease had passed to another worker.',
);

export interface ResultWriterOptions {
  readonly work: Pick<DeliveryWork, 'complete'>;
  readonly recordResults: ResultCounts;
  readonly disableGone: GoneEndpoints;
  /** Called when results may be added again after `isFull` has returned true. */
  readonly onRoom: () => void;
  readonly logger: Logger;
}

/** Stores results and then counts them, in batches in the background. */
export interface ResultWriter extends Resource {
  add(outcome: AttemptOutcome): void;
  /** True while too many results are unwritten. `onRoom` is called when this ends. */
  isFull(): boolean;
}

export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const { recordResults, disableGone, logger } = options;
  let isRefused = false;
  const hasTooMany = (): boolean => results.unwrittenCount + stats.unwrittenCount > UNWRITTEN_MAX;
  const onWritten = (): void => {
    if (!isRefused || hasTooMany()) return;
    isRefused = false;
    options.onRoom();
  };
  const stats = createBatcher<AttemptOutcome>({
    name: 'stats',
    batchMax: STATS_MAX,
    waitMs: STATS_WAIT_MS,
    write: recordResults,
    onWritten,
    logger,
  });
  const gone = createBatcher<AttemptOutcome>({
    name: 'gone endpoints',
    batchMax: 1,
    waitMs: 0,
    write: async (batch) => {
      for (const outcome of batch) await disableGone(goneEndpointOf(outcome));
    },
    logger,
  });
  const onStored = (outcome: AttemptOutcome): void => {
    stats.add(outcome);
    if (outcome.gone) gone.add(outcome);
  };
  const results = createResults(options, { onStored, onWritten });
  return {
    name: 'result-writer',
    add: (outcome) => results.add(outcome),
    isFull: () => {
      const isFull = hasTooMany();
      if (isFull && !isRefused)
        logger.warn('no delivery is attempted until the results of others are stored');
      isRefused ||= isFull;
      return isFull;
    },
    stop: async () => {
      await results.stop();
      await gone.stop();
      await stats.stop();
    },
  };
}

function goneEndpointOf({ job, attempt }: AttemptOutcome): Parameters<GoneEndpoints>[0] {
  return { workspaceId: job.workspace_id, id: job.endpoint_id, version: attempt.endpoint_version };
}

interface ResultListeners {
  readonly onStored: (outcome: AttemptOutcome) => void;
  readonly onWritten: () => void;
}

function createResults(
  { work, logger }: ResultWriterOptions,
  { onStored, onWritten }: ResultListeners,
): Batcher<AttemptOutcome> {
  return createBatcher<AttemptOutcome>({
    name: 'results',
    batchMax: RESULTS_MAX,
    waitMs: RESULTS_WAIT_MS,
    write: async (batch) => {
      const dropped = new Set(await work.complete(batch));
      if (dropped.size > 0) {
        late.inc(dropped.size);
        logger.info({ late: dropped.size }, 'results dropped: their leases had passed to other workers');
      }
      for (const outcome of batch) if (!dropped.has(outcome)) onStored(outcome);
    },
    onWritten,
    logger,
  });
}
