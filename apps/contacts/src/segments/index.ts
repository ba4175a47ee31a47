import type { ServiceBase } from '@outreach/app-kit';
import type { ContactCollection } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import { createLastCounts, createListCursors, inScanSlot } from '../lists/index.ts';
import type { SegmentPorts, SegmentStore } from './ports.ts';
import { createSegmentStore } from './segment.store.ts';
import { segmentMethods } from './segments.rpc.ts';

export interface Segments extends ContactsFeature {
  readonly store: SegmentStore;
}

/** Named sets of contacts: queries and lists. */
export function createSegments(
  { mongo, cursors, clock, ids }: ServiceBase,
  {
    collection,
    contacts,
    counts,
    customFields,
    campaigns,
    sweeps,
  }: Pick<SegmentPorts, 'contacts' | 'counts' | 'customFields' | 'campaigns' | 'sweeps'> & {
    readonly collection: ContactCollection;
  },
): Segments {
  const segments = createSegmentStore(mongo.connection, collection, cursors);
  return {
    name: 'segments',
    store: segments,
    methods: segmentMethods({
      segments,
      contacts,
      counts,
      customFields,
      campaigns,
      sweeps,
      clock,
      newId: ids,
      inScanSlot,
      lastCounts: createLastCounts(),
      cursors: createListCursors(cursors),
    }),
  };
}
