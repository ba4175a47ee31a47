import { toDocument } from '@outreach/app-contacts/documents';
import type { AnyBulkWriteOperation, Document, Filter, UpdateFilter } from 'mongodb';
import { makeContact } from './generator.ts';
import { randomFrom } from './random.ts';

const WORKSPACE_ID = 'ws_01J00000000000000000000000';
const IMPORTED_AT = new Date(Date.UTC(2026, 0, 1));
const CHANGED_AT = new Date(Date.UTC(2026, 0, 2));
const ACTIVE_AT = new Date(Date.UTC(2026, 0, 3));

/** A stored contact; only its id has a fixed type. */
export interface StoredContact extends Document {
  readonly _id: string;
}

export type StoredChange = AnyBulkWriteOperation<StoredContact>;

export interface StoredMembership {
  readonly filter: Filter<StoredContact>;
  readonly update: UpdateFilter<StoredContact>;
}

/** Contacts as an import stores them. Each is in two versions: as created, and with another title and score. */
export interface GivenContact {
  readonly created: StoredContact;
  readonly changed: StoredContact;
}

/** The contacts of one import: created at one time, by ascending ids. The same seed gives the same contacts. */
export function givenContacts(count: number, seed: number): readonly GivenContact[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const place = { workspaceId: WORKSPACE_ID, index, count };
    const contact = { ...makeContact(random, place), created_at: IMPORTED_AT, updated_at: IMPORTED_AT };
    const { title, icp_tier, lead_score, grade } = makeContact(random, place);
    const changed = { ...contact, title, icp_tier, lead_score, grade, updated_at: CHANGED_AT, version: 2 };
    return {
      created: { ...toDocument(contact, []), last_activity_at: null },
      changed: toDocument(changed, []),
    };
  });
}

/** The change of an import whose file has another title, with the new score. */
export function toChange({ changed: { _id, workspace_id, ...rest } }: GivenContact): StoredChange {
  return { updateOne: { filter: { _id, workspace_id, version: 1 }, update: { $set: rest }, hint: '_id_' } };
}

/** The recording of an open: the time of the activity, and points that end, with the new score. */
export function toActivity({ changed: { _id, workspace_id, lead_score } }: GivenContact): StoredChange {
  const set = { engagement_until: ACTIVE_AT, lead_score: Number(lead_score) + 1 };
  const update = { $max: { last_activity_at: ACTIVE_AT }, $set: set };
  return { updateOne: { filter: { _id, workspace_id }, update, hint: '_id_' } };
}

/** The contacts of a batch of enrollments, and their new campaign. */
export function toMembership(given: readonly GivenContact[], campaignId: string): StoredMembership {
  return {
    filter: {
      workspace_id: WORKSPACE_ID,
      _id: { $in: given.map(({ created: { _id } }) => _id) },
      campaign_ids: { $ne: campaignId },
    },
    update: { $addToSet: { campaign_ids: campaignId } },
  };
}
