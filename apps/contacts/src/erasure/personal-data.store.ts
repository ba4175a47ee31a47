import type { ServiceBase } from '@outreach/app-kit';
import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import { eraseAggregate } from '@outreach/event-bus/consumer';
import type { PersonalData } from './ports.ts';

export interface PersonalDataSources {
  readonly imports: {
    scrubErrors(emailSha256: string): Promise<void>;
    errorsOf(email: string, after: string): Promise<PersonalPage>;
  };
  readonly timeline: {
    erase(contactId: string): Promise<void>;
    readAll(contactId: string, after: string): Promise<PersonalPage>;
  };
  readonly enrichments: { remove(contactId: string): Promise<void> };
  readonly exports: { expireFiles(): Promise<void> };
}

/**
 * All data of contacts in this database, except contacts and suppressions. A new collection with such data adds an
 * entry.
 */
export function personalData(
  { mongo: { connection }, units }: ServiceBase,
  { imports, timeline, enrichments, exports }: PersonalDataSources,
): PersonalData {
  return [
    {
      data: 'timeline events',
      scrub: async ({ id }) => timeline.erase(id),
      shown: { section: 'timeline', read: async ({ id }, after) => timeline.readAll(id, after) },
    },
    {
      data: 'errors of imported rows',
      scrub: async ({ email_sha256 }) => imports.scrubErrors(email_sha256),
      shown: { section: 'import_rows', read: async ({ email }, after) => imports.errorsOf(email, after) },
    },
    {
      data: 'enrichment requests and their dead letters',
      scrub: async ({ id }) => enrichments.remove(id),
      shown: { notShown: 'they hold the id of the contact only' },
    },
    {
      data: 'files of exports',
      // Nothing is left for the recheck: a worker that has read the contact has lost its claim.
      scrub: async ({ email }) => {
        if (email !== undefined) await exports.expireFiles();
      },
      shown: { notShown: 'copies of contacts for 24 hours' },
    },
    {
      data: 'stored replies of idempotency keys',
      scrub: async ({ id }) => units.replies.erase(id),
      shown: { notShown: 'sealed copies of responses for 24 hours' },
    },
    {
      data: 'unpublished events and dead letters',
      scrub: async ({ id }) =>
        units.unitOfWork(async (session) => eraseAggregate(connection, { aggregateId: id, session })),
      shown: { notShown: 'copies of events on their way to the other services' },
    },
  ];
}
