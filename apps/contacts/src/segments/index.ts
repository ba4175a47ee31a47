import type { ServiceBase } from '@outreach/app-kit';
import type { ContactCollection, ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { Sweeps } from '../contact-sweeps/index.ts';
import { createLastCounts, createListCursors, inScanSlot } from '../lists/index.ts';
import type { FieldNamePorts } from '../filters/index.ts';
import type { SegmentStore, SegmentUsage } from './ports.ts';
import { createSegmentStore } from './segment.store.ts';
import { segmentMethods } from './segments.rpc.ts';

export interface Segments extends ContactsFeature {
  readonly store: SegmentStore;
}

export interface SegmentsNeeds {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly collection: ContactCollection;
  readonly customFields: FieldNamePorts['customFields'];
  readonly campaigns: FieldNamePorts['campaigns'] & SegmentUsage;
  readonly sweeps: Sweeps;
}

/** Named sets of contacts: queries and lists. */
export function createSegments(
  { mongo, cursors, clock, ids }: ServiceBase,
  { contacts, counts, collection, customFields, campaigns, sweeps }: SegmentsNeeds,
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
