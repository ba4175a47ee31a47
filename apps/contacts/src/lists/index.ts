import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';
import { createLastCounts } from './last-counts.store.ts';
import { createListCursors } from './list-cursors.store.ts';
import { inScanSlot } from './scan-slots.store.ts';
import { listMethods } from './lists.rpc.ts';
import type { FindContactsPorts } from './ports.ts';

export { findContacts, type CountedPage } from './find-contacts.ts';
export { inScanSlot } from './scan-slots.store.ts';
export { createLastCounts } from './last-counts.store.ts';
export { createListCursors } from './list-cursors.store.ts';
export { fromFilterMessage, toContactPage, toFiltersLogic } from './lists.rpc.ts';
export type { FindContactsPorts } from './ports.ts';

/** Lists and searches of contacts. */
export function createLists(
  base: ServiceBase,
  needs: FilterNamePorts & Pick<FindContactsPorts, 'contacts' | 'counts'>,
): ContactsFeature {
  const cursors = createListCursors(base.cursors);
  const ports = { ...needs, inScanSlot, lastCounts: createLastCounts(), cursors };
  return { name: 'lists', methods: listMethods(ports) };
}
