import type { ContactCollection, ContactStore } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ServiceBase } from '@outreach/app-kit';
import { announceSuppressionsJobs, spreadGlobalSuppressionsJob } from './announce-suppressions.job.ts';
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
  suppressedErrorOf,
  type CheckSuppressionsPorts,
  type MatchingSuppression,
} from './check-suppressions.ts';
export { hashSuppressions, suppressErased, type ManageSuppressionsPorts } from './manage-suppressions.ts';
export type { SuppressionReader, SuppressionStore } from './ports.ts';
export { HASHED_PREFIX, keyOf, scopeOf, type SuppressedTarget } from './suppression.ts';

export interface Suppressions extends ContactsFeature {
  readonly store: SuppressionStore;
  /** The ports of `suppressErased`. */
  readonly management: ManageSuppressionsPorts;
}

/** Addresses and domains that receive no mail. */
export function createSuppressions(
  base: ServiceBase,
  { contacts, collection }: { readonly contacts: ContactStore; readonly collection: ContactCollection },
): Suppressions {
  const suppressions = createSuppressionStore(base);
  const stores = createAnnouncementStores(base, collection);
  const { announcements, globals, announced, queues, globalAdded } = stores;
  const management = { suppressions, announcements, clock: base.clock, newId: base.ids };
  return {
    name: 'suppressions',
    store: suppressions,
    management,
    methods: suppressionMethods({ ...management, contacts }),
    jobs: [
      ...announceSuppressionsJobs({ contacts, suppressions, queues, announced, base }),
      spreadGlobalSuppressionsJob(globals, globalAdded, base),
    ],
    admin: suppressionCommands(async (target) =>
      base.units.unitOfWork(async () => suppressGlobally(management, target)),
    ),
  };
}
