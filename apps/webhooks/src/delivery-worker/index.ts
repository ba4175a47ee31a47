import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createWakeUp } from '@outreach/job-kit';
import type { DeliveryWork } from '../deliveries/index.ts';
import type { Targets } from '../endpoints/index.ts';
import { EXCHANGE_MS_MAX, type Send } from '../sending/index.ts';
import type { DeliverySlots, GoneEndpoints, ResultCounts } from './ports.ts';
import { createDeliverySender } from './send-deliveries.job.ts';
import { sweeperJob } from './sweep-deliveries.job.ts';
import { createResultWriter } from './write-results.job.ts';

export type { DeliverySlots, SlotOwner } from './ports.ts';

export interface DeliveryWorkerNeeds {
  readonly work: DeliveryWork;
  readonly targets: Pick<Targets, 'get'>;
  readonly send: Send;
  readonly recordResults: ResultCounts;
  readonly disableGone: GoneEndpoints;
}

export interface DeliveryWorkerConfig {
  readonly DELIVERY_CONCURRENCY: number;
  readonly ENDPOINT_CONCURRENCY: number;
  readonly DELIVERY_LEASE_MS: number;
}

export interface DeliveryWorker extends Feature {
  /** Room for new deliveries in this process. */
  readonly slots: DeliverySlots;
}

/** Sends deliveries: takes due ones, makes the attempts and stores their results. */
export function createDeliveryWorker(
  base: Pick<ServiceBase, 'clock' | 'ids' | 'logger' | 'random'>,
  needs: DeliveryWorkerNeeds,
  config: DeliveryWorkerConfig,
): DeliveryWorker {
  const { clock, ids: newId, logger, random } = base;
  const { work, targets, send } = needs;
  const shared = { work, targets, clock, newId, logger, leaseMs: config.DELIVERY_LEASE_MS };
  const results = createResultWriter({ ...needs, logger });
  const wakeUp = createWakeUp();
  const worker = createDeliverySender({
    ...shared,
    send,
    results,
    random,
    slots: config.DELIVERY_CONCURRENCY,
    slotsPerEndpoint: config.ENDPOINT_CONCURRENCY,
    exchangeMsMax: EXCHANGE_MS_MAX,
    onRoom: wakeUp.raise,
  });
  return {
    name: 'delivery-worker',
    jobs: [sweeperJob({ ...shared, worker, wakeUp })],
    resources: [results, worker],
    slots: worker,
  };
}
