import {
  sha256,
  type ContactCollection,
  type ContactsFeature,
  type ContactStore,
} from '../contact-records/index.ts';
import type { ServiceBase } from '@outreach/app-kit';
import { announceSuppressionsJob } from './announce-suppressions.job.ts';
import { createAnnouncementStores } from './announcement.store.ts';
import { suppressGlobally, type ManageSuppressionsPorts } from './manage-suppressions.ts';
import type { SuppressionStore } from './ports.ts';
import { suppressionCommands } from './suppression.admin.ts';
import { createSuppressionStore } from './suppression.store.ts';
import { suppressionMethods } from './suppressions.rpc.ts';

export {
  findMatchingSuppressions,
  refuseSuppressed,
  requireUnsuppressed,
  type CheckSuppressionsPorts,
  type MatchingSuppression,
} from './check-suppressions.ts';
export { hashSuppressions } from './hash-suppressions.ts';
export { suppressErased, type ManageSuppressionsPorts } from './manage-suppressions.ts';
export type { Announcements, SuppressionReader, SuppressionStore } from './ports.ts';
export { HASHED_PREFIX, type SuppressedTarget } from './suppression.ts';

export interface Suppressions extends ContactsFeature {
  readonly store: SuppressionStore;
  /** The ports of `suppressErased`. */
  readonly management: ManageSuppressionsPorts;
}

export interface SuppressionsNeeds {
  readonly contacts: Pick<ContactStore, 'findByEmails'>;
  readonly collection: ContactCollection;
}

/** Addresses and domains that receive no mail. */
export function createSuppressions(
  base: ServiceBase,
  { contacts, collection }: SuppressionsNeeds,
): Suppressions {
  const { cursors, clock, ids, events, leases, logger, inWorkspace } = base;
  const { connection } = base.mongo;
  const { reads, unitOfWork } = base.units;
  const suppressions = createSuppressionStore({ connection, cursors, reads });
  const { announcements, queue } = createAnnouncementStores(connection, collection);
  const management = { suppressions, announcements, sha256, clock, newId: ids };
  return {
    name: 'suppressions',
    store: suppressions,
    management,
    methods: suppressionMethods(management),
    jobs: [
      announceSuppressionsJob({
        contacts,
        suppressions,
        events,
        queue,
        leases,
        unitOfWork,
        inWorkspace,
        clock,
        logger,
      }),
    ],
    admin: suppressionCommands(async (target) =>
      unitOfWork(async () => suppressGlobally(management, target)),
    ),
  };
}
