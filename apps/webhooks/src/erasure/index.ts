import type { ServiceBase } from '@outreach/app-kit';
import { createErasures, eraseAggregate, eraseLettersJob } from '@outreach/event-bus';
import type { Job } from '@outreach/service-kit';
import { eraseRecords, type ReceivedEvents } from './erase-records.ts';
import type { ErasurePorts } from './ports.ts';

export type ErasureNeeds = Pick<ErasurePorts, 'events' | 'deliveries' | 'endpoints'>;

export interface ErasureFeature {
  readonly name: string;
  readonly jobs: readonly Job[];
  /** Part of a transaction. Returns ids of the events' records that are erased. */
  readonly eraseRecords: (received: ReceivedEvents) => Promise<ReadonlySet<string>>;
}

/** Hard deletes of contacts: removes their personal data from stored events, deliveries and dead letters. */
export function createErasure(
  { mongo, units }: Pick<ServiceBase, 'mongo' | 'units'>,
  needs: ErasureNeeds,
): ErasureFeature {
  const { connection } = mongo;
  const records = createErasures(connection);
  const ports: ErasurePorts = {
    ...needs,
    records,
    eraseUnpublished: async (aggregateId) =>
      units.unitOfWork(async (session) => eraseAggregate(connection, { aggregateId, session })),
  };
  return {
    name: 'erasure',
    jobs: [eraseLettersJob(connection, records.erasedOf)],
    eraseRecords: async (received) => eraseRecords(ports, received),
  };
}
