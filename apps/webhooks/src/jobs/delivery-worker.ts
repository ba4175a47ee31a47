import {
  counter,
  gauge,
  histogram,
  pause,
  type Clock,
  type Logger,
  type NewId,
  type Resource,
} from '@outreach/service-kit';
import type { DeliveryJob } from '../domain/delivery.ts';
import type { TargetDirectory, WorkStore } from '../domain/delivery-ports.ts';
import type { Lease } from '../domain/fan-out.ts';
import type { Hand } from '../domain/fan-out-events.ts';
import type { Send } from '../domain/ports.ts';
import { settleAttempt } from '../domain/settle-attempt.ts';
import { createBatcher, type Batcher } from './batcher.ts';
import { FairQueue } from './fair-queue.ts';
import type { ResultWriter } from './result-writer.ts';

/** Between the end of an exchange and the end of its lease: time to store the result. */
const RESULT_MARGIN_MS = 2_000;
const WAITING_MAX = 8_192;
const DRAIN_MS = 10_000;
const DRAIN_POLL_MS = 20;
const RELEASES_MAX = 1_000;
const RELEASES_GATHER_MS = 50;

const exchanges = histogram(
  'webhook_exchange_seconds',
  'Time of one exchange with an endpoint, by outcome.',
  ['outcome'],
);
const underWay = gauge('webhook_exchanges_under_way', 'Exchanges with endpoints under way.');
const expired = counter(
  'webhook_leases_expired_total',
  'Deliveries that waited here too long and went back.',
);

export interface DeliveryWorkerOptions {
  readonly store: WorkStore;
  readonly targets: TargetDirectory;
  readonly send: Send;
  readonly results: ResultWriter;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly random: () => number;
  readonly logger: Logger;
  readonly slots: number;
  readonly slotsPerEndpoint: number;
  readonly leaseMs: number;
  readonly exchangeMsMax: number;
  /** Called when the worker has room again for what it had to refuse. */
  readonly onRoom: () => void;
}

/** Sends deliveries that this process holds the lease of; at most so many at once, and so many per endpoint. */
export interface DeliveryWorker extends Resource, Hand {
  /** How many further deliveries it would take now. */
  room(): number;
  /** Endpoints of which it would take none. */
  saturated(): readonly string[];
}

export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { clock, leaseMs, store } = options;
  const queue = new FairQueue<DeliveryJob>({
    slots: options.slots,
    slotsPerEndpoint: options.slotsPerEndpoint,
    waitingMax: WAITING_MAX,
    onRoom: options.onRoom,
  });
  const token = options.newId('lease');
  const releases = createReleases(options);
  let stopping = false;
  const startWaiting = (): void => {
    for (let job = queue.take(); job !== undefined; job = queue.take()) void run(job);
  };
  const run = async (job: DeliveryJob): Promise<void> => {
    underWay.set(queue.active);
    const tookMs = await tryDelivery(options, job, releases);
    queue.done(job.endpoint_id, tookMs);
    underWay.set(queue.active);
    startWaiting();
  };
  return {
    name: 'delivery-worker',
    room: () => (stopping ? 0 : queue.room),
    saturated: () => queue.full,
    reserve: (endpointId): Lease | undefined =>
      stopping || !queue.reserve(endpointId) ? undefined : { token, untilMs: clock.now() + leaseMs },
    cancel: (endpointId) => queue.cancel(endpointId),
    push: (jobs) => {
      for (const job of jobs) queue.push(job);
      startWaiting();
    },
    start: async () => Promise.resolve(),
    stop: async () => {
      stopping = true;
      await store.release(queue.drain(), clock.now());
      await drained(queue);
      await releases.stop();
    },
  };
}

function createReleases({ store, clock, logger }: DeliveryWorkerOptions): Batcher<DeliveryJob> {
  return createBatcher<DeliveryJob>({
    name: 'released leases',
    batchMax: RELEASES_MAX,
    gatherMs: RELEASES_GATHER_MS,
    write: async (jobs) => store.release(jobs, clock.now()),
    logger,
  });
}

async function tryDelivery(
  options: DeliveryWorkerOptions,
  job: DeliveryJob,
  releases: Batcher<DeliveryJob>,
): Promise<number | undefined> {
  try {
    return await deliver(options, job, releases);
  } catch (err) {
    const { logger } = options;
    logger.error({ delivery_id: job.id, err }, 'a delivery was not attempted; its lease will lapse');
    return undefined;
  }
}

/**
 * One attempt, unless the lease has too little time left for it: that costs nothing, the sweeper finds it again.
 * @returns how long the exchange took in ms, undefined when there was none.
 */
async function deliver(
  options: DeliveryWorkerOptions,
  job: DeliveryJob,
  releases: Batcher<DeliveryJob>,
): Promise<number | undefined> {
  const { clock, targets, store, send, results } = options;
  if (clock.now() + options.exchangeMsMax + RESULT_MARGIN_MS > job.lease_until_ms) {
    expired.inc();
    releases.add(job);
    return undefined;
  }
  const target = await targets.get(job.endpoint_id);
  if (target === 'paused' || target === 'deleted') {
    await (target === 'paused' ? store.hold([job.id]) : store.drop([job.id]));
    return undefined;
  }
  const { event_id: eventId, body, sequence, is_replay: isReplay } = job;
  const attempt = job.attempt_count + 1;
  const result = await send({ ...target, eventId, body, sequence, isReplay, attempt });
  const settled = settleAttempt(job, result, options.random());
  exchanges.observe({ outcome: settled.status }, result.latency_ms / 1000);
  results.add(settled);
  return result.latency_ms;
}

async function drained(queue: FairQueue<DeliveryJob>): Promise<void> {
  const signal = AbortSignal.timeout(DRAIN_MS);
  while (queue.active > 0 && !signal.aborted) await pause(DRAIN_POLL_MS, signal);
}
