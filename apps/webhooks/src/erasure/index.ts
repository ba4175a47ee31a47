import type { Feature, ServiceBase } from '@outreach/app-kit';
import { eraseAggregate } from '@outreach/event-bus/consumer';
import { runAsSystem } from '@outreach/mongo-kit';
import { eraseRecords, type ReceivedEvents } from './erase-records.ts';
import { eraseStoredJob } from './erase-stored.job.ts';
import { createErasureTasks } from './erasure-task.store.ts';
import { personalDataMethods, type PersonalDataMethods } from './personal-data.rpc.ts';
import type { EraseRecordsPorts, EraseStoredPorts } from './ports.ts';

/** Time in ms after which an erasure passes to another worker. */
const LEASE_MS = 15_000;

export interface Erasure extends Feature<PersonalDataMethods> {
  /** Part of a transaction. Returns ids of the events' records that are erased. */
  readonly eraseRecords: (received: ReceivedEvents) => Promise<ReadonlySet<string>>;
}

/** Hard deletes of contacts: removes their personal data from stored events, deliveries and dead letters. */
export function createErasure(
  base: Pick<ServiceBase, 'mongo' | 'units' | 'erasures' | 'clock' | 'ids' | 'logger'>,
  needs: EraseStoredPorts,
): Erasure {
  const { units, erasures, clock, ids, logger } = base;
  const { connection } = base.mongo;
  const { tasks, queue } = createErasureTasks({ connection, clock, ids, units, leaseMs: LEASE_MS });
  const ports: EraseRecordsPorts = {
    records: erasures,
    tasks,
    eraseUnpublished: async (aggregateId) =>
      units.unitOfWork(async (session) => eraseAggregate(connection, { aggregateId, session })),
  };
  const job = eraseStoredJob({
    ...needs,
    queue,
    transaction: async (fn) =>
      runAsSystem('one job erases records of all workspaces', async () => units.unitOfWork(fn)),
    clock,
    logger,
  });
  return {
    name: 'erasure',
    methods: personalDataMethods(needs),
    jobs: [job],
    eraseRecords: async (received) => eraseRecords(ports, received),
  };
}
