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
  base: ServiceBase,
  {
    collection,
    ...needs
  }: Pick<SegmentPorts, 'contacts' | 'counts' | 'customFields' | 'campaigns' | 'sweeps'> & {
    readonly collection: ContactCollection;
  },
): Segments {
  const segments = createSegmentStore(base.mongo.connection, collection, base.cursors);
  const cursors = createListCursors(base.cursors);
  const ports = { ...base, ...needs, segments, inScanSlot, lastCounts: createLastCounts(), cursors };
  return {
    name: 'segments',
    store: segments,
    methods: segmentMethods({ ...ports, newId: base.ids }),
  };
}
