import { pollingJob } from '@outreach/job-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { DeliveryWork, DueDelivery } from '../deliveries/index.ts';
import type { Targets } from '../endpoints/index.ts';
import type { Holds } from './ports.ts';
import type { DeliverySender } from './send-deliveries.job.ts';

/** Backstop: deliveries that another process leaves are found within this time. */
const IDLE_MS = 5_000;
/** Pause while a delivery is due within the next five seconds. */
const BUSY_MS_MIN = 250;
const BUSY_MS_MAX = 1_000;
const BATCH_MAX = 1_000;
const EVENT_GONE = 'The event is no longer stored.';

export interface SweeperOptions {
  readonly work: Pick<DeliveryWork, 'findDue' | 'claim' | 'postponeDue' | 'dropDue' | 'fail'>;
  readonly targets: Pick<Targets, 'get'>;
  readonly holds: Pick<Holds, 'holdDue'>;
  readonly worker: Pick<DeliverySender, 'requestRoom' | 'openUntil' | 'reserve' | 'cancel' | 'push'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wakeUp: WakeUp;
}

/** Takes due deliveries: retries, deliveries without room at their creation, and deliveries of dead workers. */
export function sweeperJob(options: SweeperOptions): Job {
  const { clock, wakeUp } = options;
  const run = async (): Promise<boolean | number> => sweep(options);
  return pollingJob({ name: 'delivery-sweeper', everyMs: IDLE_MS, clock, wakeUp, run });
}

/** One round. Returns true when more deliveries are due, else the pause in ms. */
async function sweep(options: SweeperOptions): Promise<true | number> {
  const { work, worker, clock } = options;
  const room = worker.requestRoom();
  const max = Math.min(room.max, BATCH_MAX);
  if (max === 0) return IDLE_MS;
  const { due, nextDueAt } = await work.findDue({
    max,
    aheadMs: IDLE_MS,
    exceptEndpointIds: room.fullEndpointIds,
    exceptWorkspaceIds: room.fullWorkspaceIds,
  });
  if (due.length > 0) {
    const sorted = await sortByTarget(options, due);
    for (const [endpointId, held] of Map.groupBy(sorted.held, (delivery) => delivery.endpoint_id))
      await options.holds.holdDue(
        endpointId,
        held.map(({ id }) => id),
      );
    await work.dropDue(sorted.dropped.map(({ id }) => id));
    await take(options, await postponeOpen(options, sorted.active));
  }
  return due.length === max ? true : pauseMs(nextDueAt, clock.now());
}

function pauseMs(nextDueAt: Date | undefined, nowMs: number): number {
  if (nextDueAt === undefined) return IDLE_MS;
  return Math.min(BUSY_MS_MAX, Math.max(BUSY_MS_MIN, nextDueAt.getTime() - nowMs));
}

interface Sorted {
  readonly active: DueDelivery[];
  readonly held: DueDelivery[];
  readonly dropped: DueDelivery[];
}

async function sortByTarget({ targets }: SweeperOptions, due: readonly DueDelivery[]): Promise<Sorted> {
  const sorted: Sorted = { active: [], held: [], dropped: [] };
  const endpointIds = [...new Set(due.map(({ endpoint_id: id }) => id))];
  const states = new Map(
    await Promise.all(endpointIds.map(async (id) => [id, await targets.get(id)] as const)),
  );
  for (const delivery of due) {
    const target = states.get(delivery.endpoint_id);
    if (target === 'paused') sorted.held.push(delivery);
    else if (target === 'deleted') sorted.dropped.push(delivery);
    else sorted.active.push(delivery);
  }
  return sorted;
}

/** Moves the deliveries of endpoints that hang to the time of their next probe. Returns the remaining deliveries. */
async function postponeOpen(
  { work, worker }: SweeperOptions,
  due: readonly DueDelivery[],
): Promise<readonly DueDelivery[]> {
  const untilOf = (delivery: DueDelivery): number | undefined => worker.openUntil(delivery.endpoint_id);
  for (const [untilMs, open] of Map.groupBy(due, untilOf))
    if (untilMs !== undefined)
      await work.postponeDue(
        open.map(({ id }) => id),
        new Date(untilMs),
      );
  return due.filter((delivery) => untilOf(delivery) === undefined);
}

/** Leases deliveries and passes them to the worker. A delivery whose event is gone ends as failed. */
async function take(options: SweeperOptions, due: readonly DueDelivery[]): Promise<void> {
  const { work, worker, logger } = options;
  const reserved = due.filter((delivery) => worker.reserve(delivery) !== undefined);
  if (reserved.length === 0) return;
  const open = new Map(reserved.map((delivery) => [delivery.id, delivery]));
  try {
    const { jobs, orphans } = await work.claim([...open.keys()]);
    for (const job of jobs) open.delete(job.id);
    worker.push(jobs);
    await work.fail(orphans, EVENT_GONE);
    for (const { id, endpoint_id, workspace_id, event_id } of orphans)
      logger.warn(
        { delivery_id: id, endpoint_id, workspace_id, event_id },
        'delivery failed: its event is gone',
      );
  } finally {
    for (const delivery of open.values()) worker.cancel(delivery);
  }
}
