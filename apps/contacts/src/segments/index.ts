import type { ServiceBase } from '@outreach/app-kit';
import type {
  ContactCollection,
  ContactCounts,
  ContactsFeature,
  ContactStore,
  Sweeps,
} from '../contact-records/index.ts';
import {
  createLastCounts,
  createListCursors,
  inScanSlot,
  type CampaignReader,
  type FieldNamePorts,
} from '../lists/index.ts';
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
  readonly campaigns: CampaignReader & SegmentUsage;
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
