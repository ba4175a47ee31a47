import type { Connection } from 'mongoose';
import { eraseAggregate } from '@outreach/event-bus';
import type { Units } from '@outreach/mongo-kit';
import type { Timeline } from '../timeline/ports.ts';
import type { EnrichmentRequests } from '../enrichment/ports.ts';
import type { PersonalData } from './ports.ts';
import type { ImportStore } from '../imports/ports.ts';

export interface PersonalDataParts {
  readonly connection: Connection;
  readonly units: Pick<Units, 'replies' | 'unitOfWork'>;
  readonly imports: Pick<ImportStore, 'scrubErrors'>;
  readonly timeline: Pick<Timeline, 'erase'>;
  readonly enrichments: Pick<EnrichmentRequests, 'remove'>;
}

/** Every place of this database, beside contacts and suppressions, that may hold data of a contact. */
export function personalData(parts: PersonalDataParts): PersonalData {
  const { connection, units, imports, timeline, enrichments } = parts;
  return [
    {
      place: 'events of its timeline',
      scrub: async ({ id }) => timeline.erase(id),
    },
    {
      place: 'errors of imported rows',
      scrub: async ({ email }) => {
        if (email !== undefined) await imports.scrubErrors(email);
      },
    },
    {
      place: 'requests for enrichment, and those that were given up',
      scrub: async ({ id }) => enrichments.remove(id),
    },
    {
      place: 'replies kept for idempotency keys',
      scrub: async ({ id }) => units.replies.erase(id),
    },
    {
      place: 'events that wait for the broker, and dead letters',
      scrub: async ({ id }) =>
        units.unitOfWork(async (session) => eraseAggregate(connection, { aggregateId: id, session })),
    },
  ];
}
