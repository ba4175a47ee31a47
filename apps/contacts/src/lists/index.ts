import type { ServiceBase } from '@outreach/app-kit';
import type { ContactCounts, ContactsFeature, ContactStore } from '../contact-records/index.ts';
import type { FilterNamePorts } from './filters/resolve-names.ts';
import { createLastCounts } from './last-counts.store.ts';
import { createListCursors } from './list-cursors.store.ts';
import { inScanSlot } from './scan-slots.store.ts';
import { listMethods } from './lists.rpc.ts';

export { isAlways, type Condition } from './filters/condition.ts';
export { matches } from './filters/matches.ts';
export {
  anyOf,
  parseConditions,
  parseFilters,
  parseStoredFilters,
  type Filter,
  type FilterNames,
} from './filters/parse-filters.ts';
export {
  resolveNames,
  resolveWithoutSegments,
  type CampaignReader,
  type FieldNamePorts,
  type FilterNamePorts,
  type SegmentReader,
} from './filters/resolve-names.ts';
export { conditionOf, type SavedFilter } from './filters/saved-filter.ts';
export { toQuery } from './filters/to-query.ts';
export { findContacts, indexHintsOf, queryOf, type CountedPage } from './find-contacts.ts';
export { inScanSlot } from './scan-slots.store.ts';
export { createLastCounts } from './last-counts.store.ts';
export { createListCursors } from './list-cursors.store.ts';
export { fromFilterMessage, fromLogicMessage, toContactPage, toLogicMessage } from './list-messages.rpc.ts';
export type { FindContactsPorts } from './ports.ts';

export interface ListsNeeds extends FilterNamePorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
}

/** Lists and searches of contacts. */
export function createLists({ cursors }: ServiceBase, needs: ListsNeeds): ContactsFeature {
  const { contacts, counts, customFields, campaigns, segments } = needs;
  return {
    name: 'lists',
    methods: listMethods({
      contacts,
      counts,
      customFields,
      campaigns,
      segments,
      inScanSlot,
      lastCounts: createLastCounts(),
      cursors: createListCursors(cursors),
    }),
  };
}
