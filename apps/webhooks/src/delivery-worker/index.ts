import type { Feature, ServiceBase } from '@outreach/app-kit';
import { measureOldestDue, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import { runAsSystem } from '@outreach/mongo-kit';
import { gauge } from '@outreach/service-kit/metrics';
import type { WebhooksConfig } from '../config.ts';
import type { DeliveryWork, HeldReleases } from '../deliveries/index.ts';
import type { EndpointDirectory, Targets } from '../endpoints/index.ts';
import { EXCHANGE_MS_MAX, type Send } from '../sending/index.ts';
import { createHolds } from './hold-deliveries.ts';
import type { CanceledReplays, DeliverySlots, GoneEndpoints, ResultCounts } from './ports.ts';
import { releaseHeldJob } from './release-held.job.ts';
import { createDeliverySender, type DeliverySender } from './send-deliveries.job.ts';
import { sweeperJob } from './sweep-deliveries.job.ts';
import { createResultWriter } from './write-results.job.ts';

export type { CanceledReplays, DeliverySlots, SlotOwner } from './ports.ts';

const oldestDue = {
  name: 'oldest due delivery',
  gauge: gauge(
    'delivery_oldest_due_seconds',
    'Time since the oldest waiting delivery became due, in seconds; 0 without one. Every process reports it.',
  ),
};

export interface DeliveryWorkerNeeds {
  readonly work: DeliveryWork;
  readonly wakeUp: WakeUp;
  readonly heldReleases: HeldReleases;
  readonly heldReleaseQueue: WorkQueue<WorkFields>;
  readonly targets: Pick<Targets, 'get'>;
  readonly directory: Pick<EndpointDirectory, 'confirmPaused' | 'findAnywhere'>;
  readonly replays: CanceledReplays;
  readonly send: Send;
  readonly recordResults: ResultCounts;
  readonly disableGone: GoneEndpoints;
}

export interface DeliveryWorker extends Feature {
  /** Room for new deliveries in this process. */
  readonly slots: DeliverySlots;
}

/** Sends deliveries: takes due ones, makes the attempts and stores their results. */
export function createDeliveryWorker(
  base: ServiceBase,
  needs: DeliveryWorkerNeeds,
  config: WebhooksConfig,
): DeliveryWorker {
  const { clock, logger, random, units } = base;
  const { work, wakeUp, targets, send } = needs;
  const holds = createHolds({
    endpoints: needs.directory,
    work,
    onDue: () => wakeUp.raise(),
    transaction: async (fn) =>
      runAsSystem('workers hold deliveries of all workspaces', async () => units.unitOfWork(fn)),
  });
  const shared = { work, wakeUp, targets, holds, clock, logger };
  const measured = measureOldestDue({ ...base, ...oldestDue, oldestDueAt: work.oldestDueAt });
  const results = createResultWriter({ ...needs, onRoom: () => worker.resume(), logger });
  const worker: DeliverySender = createDeliverySender({
    ...shared,
    send,
    replays: needs.replays,
    results,
    random,
    slots: config.DELIVERY_CONCURRENCY,
    slotsPerEndpoint: config.ENDPOINT_CONCURRENCY,
    exchangeMsMax: EXCHANGE_MS_MAX,
  });
  return {
    name: 'delivery-worker',
    jobs: [
      sweeperJob({ ...shared, worker }),
      releaseHeldJob({
        queue: needs.heldReleaseQueue,
        releases: needs.heldReleases,
        endpoints: needs.directory,
        onDue: () => wakeUp.raise(),
        clock,
        logger,
      }),
    ],
    resources: [results, worker, measured],
    slots: worker,
  };
}
