import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import { searchTerms, searchTokens } from '@outreach/values';
import type { ContactCollection } from '../contact-store/index.ts';
import type { SegmentStore } from './ports.ts';
import type { Segment } from './segment.ts';

type SegmentDocument = Omit<Segment, 'id'> & {
  readonly _id: string;
  /** The words for search. */
  readonly tokens: readonly string[];
  /** Incremented by each registration of a campaign, so that a concurrent deletion of the segment conflicts with it. */
  readonly holds?: number;
};

const schema = tenantSchema<SegmentDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    tokens: [String],
    description: String,
    segment_type: { type: String, required: true },
    filters: [{ _id: false, field: String, op: String, value: Object }],
    filters_logic: String,
    contact_count: Number,
    holds: Number,
    counted_at: Date,
    created_at: Date,
    updated_at: Date,
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ workspace_id: 1, tokens: 1, created_at: 1, _id: 1 }, { name: 'by_token' }],
  ],
);

export function createSegmentStore(
  connection: Connection,
  contacts: ContactCollection,
  cursors: Cursors,
): SegmentStore {
  const segments: Model<SegmentDocument> = defineModel(connection, 'segments', schema);
  return {
    findByIds: async (ids) => {
      const found = await segments.find({ _id: { $in: ids } }).lean<SegmentDocument[]>();
      return found.map(fromDocument);
    },
    first: async (countMax) => {
      const found = await segments.find().sort({ created_at: 1 }).limit(countMax).lean<SegmentDocument[]>();
      return found.map(fromDocument);
    },
    list: async (page, search) =>
      findPage(cursors, {
        model: segments,
        list: 'segments',
        words: searchTerms(search ?? ''),
        page,
        toItem: fromDocument,
      }),
    insert: async ({ id, ...rest }) => {
      await segments.insertMany([{ _id: id, ...rest, tokens: searchTokens([rest.name]) }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...rest }) => {
      await segments.updateOne({ _id: id }, { $set: { ...rest, tokens: searchTokens([rest.name]) } });
    },
    saveCount: async (id, count, at) => {
      await segments.updateOne({ _id: id }, { $set: { contact_count: count, counted_at: at } });
    },
    remove: async (id) => {
      await segments.deleteOne({ _id: id });
    },
    hold: async (ids) => {
      if (ids.length === 0) return new Set();
      const found = await segments.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
      await segments.updateMany({ _id: { $in: ids } }, { $inc: { holds: 1 } });
      return new Set(found.map(({ _id }) => _id));
    },
    setContacts: async (id, contactIds) => replaceContacts(contacts, id, contactIds),
  };
}

/** Writes only the contacts that enter or leave the segment. */
async function replaceContacts(
  contacts: ContactCollection,
  id: string,
  contactIds: readonly string[],
): Promise<void> {
  const current = await contacts
    .find({ segment_ids: id, is_deleted: { $in: [false, true] } }, { _id: 1 })
    .lean<{ _id: string }[]>();
  const currentIds = new Set(current.map(({ _id }) => _id));
  const wantedIds = new Set(contactIds);
  const removed = [...currentIds].filter((contactId) => !wantedIds.has(contactId));
  const added = [...wantedIds].filter((contactId) => !currentIds.has(contactId));
  if (removed.length > 0)
    await contacts.updateMany({ _id: { $in: removed } }, { $pull: { segment_ids: id } });
  if (added.length > 0)
    await contacts.updateMany({ _id: { $in: added } }, { $addToSet: { segment_ids: id } });
}

function fromDocument({ _id, tokens, holds, ...rest }: SegmentDocument): Segment {
  return { id: _id, ...rest };
}
