import { pollingJob, type WakeUp } from '@outreach/job-kit';
import type { Clock, Job, Logger, NewId } from '@outreach/service-kit';
import type { DeliveryWork, DueDelivery } from '../deliveries/index.ts';
import type { Targets } from '../endpoints/index.ts';
import type { DeliverySender } from './send-deliveries.job.ts';

const POLL_MS = 250;
const BATCH_MAX = 1_000;
const EVENT_GONE = 'The event is no longer stored.';

export interface SweeperOptions {
  readonly work: DeliveryWork;
  readonly targets: Pick<Targets, 'get'>;
  readonly worker: DeliverySender;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Logger;
  readonly leaseMs: number;
  /** Raised when the worker has room again. */
  readonly wakeUp: WakeUp;
}

/** Takes due deliveries: retries, deliveries without room at their creation, and deliveries of dead workers. */
export function sweeperJob(options: SweeperOptions): Job {
  return pollingJob({
    name: 'delivery-sweeper',
    everyMs: POLL_MS,
    wakeUp: options.wakeUp,
    run: async () => (await sweep(options)) >= BATCH_MAX,
  });
}

/** One round. Returns the number of due deliveries that it found. */
async function sweep(options: SweeperOptions): Promise<number> {
  const { work, worker, clock } = options;
  const max = Math.min(worker.room(), BATCH_MAX);
  if (max === 0) return 0;
  const due = await work.findDue({
    nowMs: clock.now(),
    max,
    exceptEndpointIds: worker.fullEndpoints(),
  });
  if (due.length === 0) return 0;
  const sorted = await sortByTarget(options, due);
  await work.hold(sorted.held);
  await work.drop(sorted.dropped);
  await take(options, sorted.active);
  return due.length;
}

interface Sorted {
  readonly active: DueDelivery[];
  readonly held: string[];
  readonly dropped: string[];
}

async function sortByTarget({ targets }: SweeperOptions, due: readonly DueDelivery[]): Promise<Sorted> {
  const sorted: Sorted = { active: [], held: [], dropped: [] };
  for (const delivery of due) {
    const target = await targets.get(delivery.endpoint_id);
    if (target === 'paused') sorted.held.push(delivery.id);
    else if (target === 'deleted') sorted.dropped.push(delivery.id);
    else sorted.active.push(delivery);
  }
  return sorted;
}

/** Leases deliveries and passes them to the worker. A delivery whose event is gone ends as failed. */
async function take(options: SweeperOptions, due: readonly DueDelivery[]): Promise<void> {
  const { work, worker, clock, newId, logger, leaseMs } = options;
  const reserved = due.filter((delivery) => worker.reserve(delivery) !== undefined);
  if (reserved.length === 0) return;
  const nowMs = clock.now();
  const lease = { token: newId('lease'), untilMs: nowMs + leaseMs, nowMs };
  const open = new Map(reserved.map((delivery) => [delivery.id, delivery]));
  try {
    const { jobs, orphans } = await work.claim([...open.keys()], lease);
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
