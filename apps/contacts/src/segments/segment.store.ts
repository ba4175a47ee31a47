import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import type { SegmentStore } from '../domain/ports.ts';
import type { Segment } from './segment.ts';
import type { ContactDocument } from '../contact-records/contact-document.store.ts';

type SegmentDocument = Omit<Segment, 'id'> & {
  readonly _id: string;
  /** How often a campaign was registered with it; written so that its deletion meets the registration. */
  readonly holds?: number;
};

const schema = tenantSchema<SegmentDocument>(
  {
    _id: String,
    name: { type: String, required: true },
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
  [[{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }]],
);

export function createSegmentStore(
  connection: Connection,
  contacts: Model<ContactDocument>,
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
    list: async (page) =>
      findPage(cursors, { model: segments, list: 'segments', page, toItem: fromDocument }),
    insert: async ({ id, ...members }) => {
      await segments.insertMany([{ _id: id, ...members }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...members }) => {
      await segments.updateOne({ _id: id }, { $set: members });
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
    setMembers: async (id, contactIds) => replaceMembers(contacts, id, contactIds),
  };
}

/** Writes no contact that stays what it is. */
async function replaceMembers(
  contacts: Model<ContactDocument>,
  id: string,
  contactIds: readonly string[],
): Promise<void> {
  const present = await contacts
    .find({ segment_ids: id, is_deleted: { $in: [false, true] } }, { _id: 1 })
    .lean<{ _id: string }[]>();
  const members = new Set(present.map(({ _id }) => _id));
  const wanted = new Set(contactIds);
  const gone = [...members].filter((contactId) => !wanted.has(contactId));
  const come = [...wanted].filter((contactId) => !members.has(contactId));
  if (gone.length > 0) await contacts.updateMany({ _id: { $in: gone } }, { $pull: { segment_ids: id } });
  if (come.length > 0) await contacts.updateMany({ _id: { $in: come } }, { $addToSet: { segment_ids: id } });
}

function fromDocument({ _id, holds, ...members }: SegmentDocument): Segment {
  return { id: _id, ...members };
}
