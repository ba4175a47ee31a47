import type { Feature, ServiceBase } from '@outreach/app-kit';
import { compactCountsJobs } from '@outreach/job-kit/count-rows';
import { createContactCounts } from './contact-counts.store.ts';
import { createContactStore, defineContacts, type ContactCollection } from './contact.store.ts';
import type { ContactCounts, ContactStore, CustomFieldNames } from './ports.ts';

export { toDocument } from './contact-document.store.ts';
export { OLDEST_FIRST, type IndexHints, type Query, type Slice, type SortColumn } from './contact-slice.ts';
export { defineContacts, type ContactCollection } from './contact.store.ts';
export { batchChanges, countChanges, type CountCell } from './count-changes.ts';
export type { ActiveContactSave, ContactCounts, ContactSave, ContactStore, SameFields } from './ports.ts';
export { requireKnownContacts } from './require-known.ts';
export { getContact, saveContact } from './save-contact.ts';

const COUNT_JOBS = { marked: 'compact-contact-counts', all: 'search-contact-counts' };

interface ContactStorage extends Feature {
  /** The stored contacts, for all other features. */
  readonly stored: {
    readonly contacts: ContactStore;
    readonly counts: ContactCounts;
    readonly collection: ContactCollection;
  };
}

/** The stored contacts and their counts, which all features share. */
export function createContactStorage(
  base: ServiceBase,
  { customFields }: { readonly customFields: CustomFieldNames },
): ContactStorage {
  const collection = defineContacts(base.mongo.connection);
  const counts = createContactCounts(base);
  return {
    name: 'contact-store',
    stored: {
      contacts: createContactStore(collection, customFields, base.units),
      counts,
      collection,
    },
    jobs: compactCountsJobs({ names: COUNT_JOBS, counts, leader: base.leader }),
  };
}
