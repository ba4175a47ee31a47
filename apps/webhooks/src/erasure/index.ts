import type { ServiceBase } from '@outreach/app-kit';
import { eraseAggregate } from '@outreach/event-bus/consumer';
import type { WebhooksFeature } from '../methods/index.ts';
import { eraseRecords, type ReceivedEvents } from './erase-records.ts';
import { eraseStoredJob } from './erase-stored.job.ts';
import { createErasureTasks } from './erasure-task.store.ts';
import { personalDataMethods } from './personal-data.rpc.ts';
import type { EraseRecordsPorts, EraseStoredPorts } from './ports.ts';

export interface Erasure extends WebhooksFeature {
  /** Part of a transaction. Returns ids of the events' records that are erased. */
  readonly eraseRecords: (received: ReceivedEvents) => Promise<ReadonlySet<string>>;
}

/** Hard deletes of contacts: removes their personal data from stored events, deliveries and dead letters. */
export function createErasure(base: ServiceBase, needs: EraseStoredPorts): Erasure {
  const { tasks, queue } = createErasureTasks(base);
  const ports: EraseRecordsPorts = {
    records: base.erasures,
    tasks,
    eraseUnpublished: async (aggregateId) =>
      base.units.unitOfWork(async (session) =>
        eraseAggregate(base.mongo.connection, { aggregateId, session }),
      ),
  };
  return {
    name: 'erasure',
    methods: personalDataMethods(needs),
    jobs: [eraseStoredJob(queue, needs, base)],
    eraseRecords: async (received) => eraseRecords(ports, received),
  };
}
