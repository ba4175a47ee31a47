import type { ServiceBase } from '@outreach/app-kit';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';
import { createLastCounts } from './last-counts.store.ts';
import { createListCursors } from './list-cursors.store.ts';
import { inScanSlot } from './scan-slots.store.ts';
import { listMethods } from './lists.rpc.ts';

export { findContacts, type CountedPage } from './find-contacts.ts';
export { inScanSlot } from './scan-slots.store.ts';
export { createLastCounts } from './last-counts.store.ts';
export { createListCursors } from './list-cursors.store.ts';
export { fromFilterMessage, toContactPage, toFiltersLogic } from './list-messages.rpc.ts';
export type { FindContactsPorts } from './ports.ts';

interface ListsNeeds extends FilterNamePorts {
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
