import type { Feature, ServiceBase } from '@outreach/app-kit';
import { compactCountsJobs } from '@outreach/job-kit';
import { createContactCounts } from './contact-counts.store.ts';
import { createContactStore, defineContacts, type ContactCollection } from './contact.store.ts';
import type { ContactCounts, ContactStore, CustomFieldNames } from './ports.ts';
import { sweepJob } from './sweep-contacts.job.ts';
import { SWEEP_LEASE_MS, sweepContacts, type StoredSweeps } from './sweep.store.ts';

export { applyChange, isVisiblyDifferent, type CompanyIdOf } from './apply-change.ts';
export { blankContact } from './blank-contact.ts';
export { companyIdOf } from './company-id.ts';
export { toDocument } from './contact-document.store.ts';
export { fromContactInput, toContactMessage } from './contact-message.rpc.ts';
export { fromDedupMessage, toDedupMessage } from './dedup-message.rpc.ts';
export type { IndexHints, Query, SortColumn } from './contact-slice.ts';
export {
  COMPANY_FIELDS,
  TEXT_FIELDS,
  toRecord,
  type Company,
  type CompanyChange,
  type Contact,
  type ContactChange,
  type TextField,
} from './contact.ts';
export type { ContactCollection } from './contact.store.ts';
export { batchChanges, countChanges, type CountCell } from './count-changes.ts';
export { adaptToExisting, DEDUP_BEHAVIORS, TAGS_MAX, type DedupBehavior } from './dedup.ts';
export { clamp, DEFAULT_THRESHOLDS, gradeOf, score, SCORES, type TierThresholds } from './lead-score.ts';
export {
  ADMIN,
  CAMPAIGNS,
  ERASE,
  READ,
  WRITE,
  type ContactsFeature,
  type ContactsMethods,
} from './methods.rpc.ts';
export type {
  ContactCounts,
  ContactStore,
  CustomFieldNames,
  ReadBoth,
  Sha256,
  Sweeps,
  UnitOfWork,
} from './ports.ts';
export { changedMeanwhile, getContact, saveContact, withNextVersion } from './save-contact.ts';
export { sha256 } from './sha256.ts';
export { createSweeps } from './sweep.store.ts';

const COUNT_JOBS = { marked: 'compact-contact-counts', all: 'search-contact-counts' };

/** The stored contacts, for all other features. */
export interface StoredContacts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly collection: ContactCollection;
}

export interface ContactRecords extends Feature {
  readonly stored: StoredContacts;
}

export interface ContactRecordsNeeds {
  readonly customFields: CustomFieldNames;
  readonly sweeps: StoredSweeps;
}

/** The stored contacts and their counts, which all features share. */
export function createContactRecords(
  { mongo, units, leader, clock, ids, logger }: ServiceBase,
  { customFields, sweeps }: ContactRecordsNeeds,
): ContactRecords {
  const { connection } = mongo;
  const { reads, writes } = units;
  const collection = defineContacts(connection);
  const counts = createContactCounts({ connection, units, newId: ids });
  return {
    name: 'contact-records',
    stored: {
      contacts: createContactStore({ contacts: collection, customFields, reads, writes }),
      counts,
      collection,
    },
    jobs: [
      ...compactCountsJobs({ names: COUNT_JOBS, counts, leader }),
      sweepJob({
        queue: sweeps.queue,
        leaseMs: SWEEP_LEASE_MS,
        sweepContacts: async (sweep, signal) => sweepContacts(collection, sweep, signal),
        clock,
        logger,
      }),
    ],
  };
}
