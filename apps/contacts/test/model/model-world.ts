import { testCall } from '@outreach/testing';
import type { Db } from 'mongodb';
import { countChanges } from '../../src/contact-store/count-changes.ts';
import type { Filter } from '../../src/filters/parse-filters.ts';
import { toDocument } from '../../src/contact-store/contact-document.store.ts';
import type { ContactsUnderTest } from '../contacts-harness.ts';
import type { World } from './brute-force.ts';
import { CAMPAIGN_IDS, CUSTOM_FIELDS, SEGMENT_IDS, type ModelContact } from './random-contacts.ts';
import { DYNAMIC_SEGMENT } from './random-filters.ts';

const DYNAMIC_FILTERS: readonly Filter[] = [
  { field: 'lead_score', op: 'gte', value: 40 },
  { field: 'custom_fields.vip', op: 'ne', value: true },
];

export const world: World = { dynamicSegments: new Map([[DYNAMIC_SEGMENT, DYNAMIC_FILTERS]]) };

export const call = () => testCall('ws_1');

/** Writes contacts to the database like the store, with segments, campaigns and custom fields. */
export async function writeWorld(
  { database }: ContactsUnderTest,
  contacts: readonly ModelContact[],
): Promise<void> {
  const at = new Date('2026-01-01T00:00:00Z');
  const stamps = { workspace_id: 'ws_1', created_at: at, updated_at: at };
  await write(
    database,
    'custom_fields',
    CUSTOM_FIELDS.map(({ id, ...field }) => ({ _id: id, ...field, ...stamps })),
  );
  const segment = { ...stamps, name: 'S', filters_logic: 'AND', contact_count: 0 };
  await write(database, 'segments', [
    ...SEGMENT_IDS.map((id) => ({ _id: id, ...segment, segment_type: 'static', filters: [] })),
    { _id: DYNAMIC_SEGMENT, ...segment, segment_type: 'dynamic', filters: DYNAMIC_FILTERS },
  ]);
  await write(
    database,
    'registered_campaigns',
    CAMPAIGN_IDS.map((id) => ({ _id: id, workspace_id: 'ws_1', segment_ids: [] })),
  );
  await write(
    database,
    'contact_counts',
    contacts
      .flatMap(({ contact }) => countChanges(undefined, contact))
      .map((change, index) => ({ _id: `cnt_${index}`, workspace_id: 'ws_1', ...change })),
  );
  await write(
    database,
    'contacts',
    contacts.map(({ contact, segmentIds, campaignIds, lastActivityAt }) => ({
      ...toDocument(contact, CUSTOM_FIELDS),
      last_activity_at: lastActivityAt,
      ...(segmentIds.length === 0 ? {} : { segment_ids: segmentIds }),
      ...(campaignIds.length === 0 ? {} : { campaign_ids: campaignIds }),
    })),
  );
}

async function write(database: Db, collection: string, documents: readonly object[]): Promise<void> {
  await database.collection<object>(collection).insertMany([...documents]);
}
