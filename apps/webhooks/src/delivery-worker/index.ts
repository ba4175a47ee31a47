import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { WakeUp } from '@outreach/job-kit';
import type { DeliveryWork } from '../deliveries/index.ts';
import type { Targets } from '../endpoints/index.ts';
import { EXCHANGE_MS_MAX, type Send } from '../sending/index.ts';
import type { DeliverySlots, GoneEndpoints, ResultCounts } from './ports.ts';
import { createDeliverySender, type DeliverySender } from './send-deliveries.job.ts';
import { sweeperJob } from './sweep-deliveries.job.ts';
import { createResultWriter } from './write-results.job.ts';

export type { DeliverySlots, SlotOwner } from './ports.ts';

export interface DeliveryWorkerNeeds {
  readonly work: DeliveryWork;
  readonly wakeUp: WakeUp;
  readonly targets: Pick<Targets, 'get'>;
  readonly send: Send;
  readonly recordResults: ResultCounts;
  readonly disableGone: GoneEndpoints;
}

export interface DeliveryWorkerConfig {
  readonly DELIVERY_CONCURRENCY: number;
  readonly ENDPOINT_CONCURRENCY: number;
}

export interface DeliveryWorker extends Feature {
  /** Room for new deliveries in this process. */
  readonly slots: DeliverySlots;
}

/** Sends deliveries: takes due ones, makes the attempts and stores their results. */
export function createDeliveryWorker(
  base: Pick<ServiceBase, 'clock' | 'logger' | 'random'>,
  needs: DeliveryWorkerNeeds,
  config: DeliveryWorkerConfig,
): DeliveryWorker {
  const { clock, logger, random } = base;
  const { work, wakeUp, targets, send } = needs;
  const shared = { work, wakeUp, targets, clock, logger };
  const results = createResultWriter({ ...needs, onRoom: () => worker.resume(), logger });
  const worker: DeliverySender = createDeliverySender({
    ...shared,
    send,
    results,
    random,
    slots: config.DELIVERY_CONCURRENCY,
    slotsPerEndpoint: config.ENDPOINT_CONCURRENCY,
    exchangeMsMax: EXCHANGE_MS_MAX,
  });
  return {
    name: 'delivery-worker',
    jobs: [sweeperJob({ ...shared, worker })],
    resources: [results, worker],
    slots: worker,
  };
}
