import type { Feature, ServiceBase } from '@outreach/app-kit';
import { eraseAggregate } from '@outreach/event-bus';
import { eraseRecords, type ReceivedEvents } from './erase-records.ts';
import type { ErasurePorts } from './ports.ts';

export type ErasureNeeds = Pick<ErasurePorts, 'events' | 'deliveries' | 'endpoints'>;

export interface Erasure extends Feature {
  /** Part of a transaction. Returns ids of the events' records that are erased. */
  readonly eraseRecords: (received: ReceivedEvents) => Promise<ReadonlySet<string>>;
}

/** Hard deletes of contacts: removes their personal data from stored events, deliveries and dead letters. */
export function createErasure(
  { mongo, units, erasures }: Pick<ServiceBase, 'mongo' | 'units' | 'erasures'>,
  needs: ErasureNeeds,
): Erasure {
  const { connection } = mongo;
  const ports: ErasurePorts = {
    ...needs,
    records: erasures,
    eraseUnpublished: async (aggregateId) =>
      units.unitOfWork(async (session) => eraseAggregate(connection, { aggregateId, session })),
  };
  return {
    name: 'erasure',
    eraseRecords: async (received) => eraseRecords(ports, received),
  };
}
