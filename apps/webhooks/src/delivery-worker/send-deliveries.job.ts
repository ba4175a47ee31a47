import { createBatcher, type Batcher } from '@outreach/job-kit/batcher';
import { FairScheduler, type ScheduledItem } from '@outreach/job-kit/fair-scheduler';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import type { Clock, Logger } from '@outreach/service-kit';
import { pause, type Resource } from '@outreach/service-kit/lifecycle';
import { counter, gauge, histogram } from '@outreach/service-kit/metrics';
import { evaluateAttempt, logAttempt, type DeliveryJob } from '../delivery-model/index.ts';
import type { DeliveryWork } from '../deliveries/index.ts';
import type { Targets } from '../endpoints/index.ts';
import type { ExchangeResult, Send } from '../sending/index.ts';
import { EndpointBreakers } from './endpoint-breakers.ts';
import type { CanceledReplays, DeliverySlots, Holds, SlotOwner } from './ports.ts';
import { traceAttempt } from './trace-attempt.job.ts';
import type { ResultWriter } from './write-results.job.ts';

/** Between the end of an exchange and the end of its lease: time to store the result. */
const RESULT_MARGIN_MS = 2_000;
const WAITING_MAX = 8_192;
/**
 * Share of the slots that one workspace can use. With 512 slots it has 256, more than the 160 that its 20 endpoints with
 * 8 slots each can fill.
 */
const WORKSPACE_SHARE_MAX = 0.5;
/** An exchange that takes longer leaves its slot to others: it uses a socket, and hardly any processor time. */
const LONG_MS = 2_000;
/** With 512 slots, up to 2,048 long exchanges. */
const LONG_SHARE_MAX = 4;
const DRAIN_MS = 10_000;
const DRAIN_POLL_MS = 20;
const RELEASES_MAX = 1_000;
const RELEASES_WAIT_MS = 50;

const exchanges = histogram(
  'webhook_exchange_seconds',
  'Time of one exchange with an endpoint, by outcome.',
  ['outcome'],
);
const inProgress = gauge('webhook_exchanges_under_way', 'Exchanges with endpoints in progress.');
const expired = counter(
  'webhook_leases_expired_total',
  'Deliveries that were released because they waited too long in this process.',
);

export interface DeliverySenderOptions {
  readonly work: Pick<DeliveryWork, 'newLease' | 'release' | 'drop' | 'remove'>;
  readonly targets: Pick<Targets, 'get'>;
  readonly holds: Pick<Holds, 'hold'>;
  readonly replays: CanceledReplays;
  readonly send: Send;
  /** While it is full, the worker takes no delivery and starts no attempt. */
  readonly results: Pick<ResultWriter, 'add' | 'isFull'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  /** Exchanges that run concurrently in this process. */
  readonly slots: number;
  readonly slotsPerEndpoint: number;
  readonly exchangeMsMax: number;
  /** Raised when the worker has room again after a refusal, or a stored delivery is due again. */
  readonly wakeUp: WakeUp;
}

/** Sends the deliveries that this process has leased. */
export interface DeliverySender extends Resource, DeliverySlots {
  /** How many further deliveries fit, and the endpoints that take none. The wake-up is raised when these have room. */
  requestRoom(): Room;
  /** When the endpoint may be called again; undefined if it may be called now. */
  openUntil(endpointId: string): number | undefined;
  /** Continues when the results have room again. */
  resume(): void;
}

export interface Room {
  readonly max: number;
  readonly fullEndpointIds: readonly string[];
  readonly fullWorkspaceIds: readonly string[];
}

export function createDeliverySender(options: DeliverySenderOptions): DeliverySender {
  const { work, results, wakeUp, clock } = options;
  const breakers = new EndpointBreakers();
  const scheduler = createScheduler(options, breakers);
  const releases = createReleases(options);
  const recordExchange = createExchangeRecorder(options, { breakers, scheduler });
  let stopping = false;
  const startWaiting = (): void => {
    if (results.isFull()) return;
    for (let item = scheduler.take(); item !== undefined; item = scheduler.take()) void run(item);
  };
  const leaveSlot = (item: WaitingDelivery): void => {
    scheduler.markLong(item);
    startWaiting();
  };
  const run = async (item: WaitingDelivery): Promise<void> => {
    inProgress.set(scheduler.activeCount);
    const long = setTimeout(() => leaveSlot(item), LONG_MS);
    const result = await tryDelivery(options, item.job, releases);
    clearTimeout(long);
    scheduler.done(item, result?.latency_ms);
    inProgress.set(scheduler.activeCount);
    if (result !== undefined) await recordExchange(item.job, result);
    startWaiting();
  };
  return {
    name: 'delivery-worker',
    requestRoom: () => (stopping || results.isFull() ? NO_ROOM : toRoom(scheduler.requestRoom())),
    openUntil: (endpointId) => breakers.openUntil(endpointId, clock.now()),
    reserve: (owner) =>
      stopping || results.isFull() || !scheduler.reserve(toItem(owner)) ? undefined : work.newLease(),
    resume: () => {
      startWaiting();
      wakeUp.raise();
    },
    cancel: (owner) => scheduler.cancel(toItem(owner)),
    push: (jobs) => {
      for (const job of jobs) scheduler.push({ ...toItem(job), job });
      startWaiting();
    },
    pull: (owners) => {
      if (!stopping) for (const owner of owners) scheduler.requestRoomFor(toItem(owner));
    },
    stop: async () => {
      stopping = true;
      await drain(work, scheduler);
      await releases.stop();
    },
  };
}

interface Guarded {
  readonly breakers: EndpointBreakers;
  readonly scheduler: FairScheduler<WaitingDelivery>;
}

/** Counts exchanges into the breakers. When one opens, the waiting deliveries of its endpoint are due at its probe. */
function createExchangeRecorder(
  { work, wakeUp, clock, logger }: DeliverySenderOptions,
  { breakers, scheduler }: Guarded,
): (job: DeliveryJob, result: ExchangeResult) => Promise<void> {
  return async ({ endpoint_id: id, workspace_id }, { status_code, latency_ms }) => {
    const nowMs = clock.now();
    const wasProbe = breakers.slotsOf(id, nowMs) === 1;
    const opens = breakers.record(id, { hasResponse: status_code !== null, tookMs: latency_ms, nowMs });
    if (!opens) {
      if (wasProbe) wakeUp.raise();
      return;
    }
    logger.info({ endpoint_id: id, workspace_id }, 'the breaker of an endpoint opened: the endpoint hangs');
    const waiting = scheduler.drainKey(id).map(({ job }) => job);
    await work
      .release(waiting, new Date(breakers.openUntil(id, nowMs) ?? nowMs))
      .catch((err: unknown) => logger.warn({ err }, 'leases were not released; they end by themselves'));
  };
}

function toRoom(found: ReturnType<FairScheduler<WaitingDelivery>['requestRoom']>): Room {
  const { room: max, fullKeys: fullEndpointIds, fullWorkspaceIds } = found;
  return { max, fullEndpointIds, fullWorkspaceIds };
}

const NO_ROOM: Room = { max: 0, fullEndpointIds: [], fullWorkspaceIds: [] };

interface WaitingDelivery extends ScheduledItem {
  readonly job: DeliveryJob;
}

function createScheduler(
  { slots, slotsPerEndpoint, clock, wakeUp }: DeliverySenderOptions,
  breakers: EndpointBreakers,
): FairScheduler<WaitingDelivery> {
  return new FairScheduler<WaitingDelivery>({
    slots,
    slotsPerWorkspace: Math.ceil(slots * WORKSPACE_SHARE_MAX),
    slotsPerKey: slotsPerEndpoint,
    slotsOf: (endpointId) => breakers.slotsOf(endpointId, clock.now()),
    longMax: slots * LONG_SHARE_MAX,
    waitingMax: WAITING_MAX,
    waitingPerWorkspaceMax: Math.ceil(WAITING_MAX * WORKSPACE_SHARE_MAX),
    onRoom: () => wakeUp.raise(),
  });
}

function toItem({ workspace_id: workspaceId, endpoint_id: key }: SlotOwner): ScheduledItem {
  return { workspaceId, key };
}

function createReleases({ work, wakeUp, logger }: DeliverySenderOptions): Batcher<DeliveryJob> {
  return createBatcher<DeliveryJob>({
    name: 'released leases',
    batchMax: RELEASES_MAX,
    waitMs: RELEASES_WAIT_MS,
    write: async (jobs) => {
      await work.release(jobs);
      wakeUp.raise();
    },
    logger,
  });
}

async function tryDelivery(
  options: DeliverySenderOptions,
  job: DeliveryJob,
  releases: Batcher<DeliveryJob>,
): Promise<ExchangeResult | undefined> {
  try {
    return await deliver(options, job, releases);
  } catch (err) {
    const { logger } = options;
    const ids = { delivery_id: job.id, endpoint_id: job.endpoint_id, workspace_id: job.workspace_id };
    logger.error({ ...ids, err }, 'a delivery was not attempted; it is due again when its lease ends');
    return undefined;
  }
}

/**
 * One attempt. If too little time of the lease is left, the lease ends without an attempt and the sweeper finds the
 * delivery again.
 * @returns the result of the exchange, undefined if there was none.
 */
async function deliver(
  options: DeliverySenderOptions,
  job: DeliveryJob,
  releases: Batcher<DeliveryJob>,
): Promise<ExchangeResult | undefined> {
  const { clock, targets, work, send, results } = options;
  if (clock.now() + options.exchangeMsMax + RESULT_MARGIN_MS > job.lease_until_ms) {
    expired.inc();
    releases.add(job);
    return undefined;
  }
  const target = await targets.get(job.endpoint_id);
  if (target === 'paused' || target === 'deleted') {
    await (target === 'paused' ? options.holds.hold(job) : work.drop(job));
    return undefined;
  }
  if (await isCanceled(options.replays, job)) {
    await work.remove(job);
    return undefined;
  }
  const { event_id: eventId, body, sequence, is_replay: isReplay } = job;
  const attempt = job.attempt_count + 1;
  const result = await traceAttempt(job, async () =>
    send({ ...target, eventId, body, sequence, isReplay, attempt }),
  );
  const outcome = evaluateAttempt(job, result, {
    endpointVersion: target.version,
    random: options.random(),
  });
  exchanges.observe({ outcome: outcome.status }, result.latency_ms / 1000);
  logAttempt(options.logger, { ...job, attempt }, result);
  results.add(outcome);
  return result;
}

/** An attempted delivery of a canceled replay keeps its retries. */
async function isCanceled(
  replays: CanceledReplays,
  { replay_id: replayId, attempt_count: attempts }: DeliveryJob,
): Promise<boolean> {
  return replayId !== null && attempts === 0 && replays.isCanceled(replayId);
}

/** Releases the waiting deliveries and waits for the running ones. */
async function drain(
  work: Pick<DeliveryWork, 'release'>,
  scheduler: FairScheduler<WaitingDelivery>,
): Promise<void> {
  await work.release(scheduler.drain().map(({ job }) => job));
  const signal = AbortSignal.timeout(DRAIN_MS);
  while (scheduler.activeCount > 0 && !signal.aborted) await pause(DRAIN_POLL_MS, signal);
}
