import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { ContactLists } from './ports.ts';

/** A page of a list. It holds ids only. */
interface PageDocument {
  readonly _id: string;
  readonly list_id: string;
  readonly position: number;
  readonly size: number;
  readonly contact_ids: readonly string[];
}

const schema = tenantSchema<PageDocument>(
  {
    _id: String,
    list_id: { type: String, required: true },
    position: Number,
    size: Number,
    contact_ids: [String],
  },
  [[{ workspace_id: 1, list_id: 1, position: 1, size: 1 }, { name: 'by_list' }]],
);

export function createContactLists(connection: Connection): ContactLists {
  const pages: Model<PageDocument> = defineModel(connection, 'contact_lists', schema);
  return {
    add: async (list_id, { position, contactIds }) => {
      const page = { list_id, position, size: contactIds.length, contact_ids: [...contactIds] };
      await pages.insertMany([{ _id: `${list_id}:${String(position)}`, ...page }], { lean: true });
    },
    pageAfter: async (list_id, position) => {
      const page = await pages
        .findOne({ list_id, position: { $gt: position } })
        .sort({ position: 1 })
        .lean<PageDocument>();
      return page === null ? undefined : { position: page.position, contactIds: page.contact_ids };
    },
    count: async (list_id) => {
      const found = await pages.find({ list_id }, { _id: 0, size: 1 }).lean<{ size: number }[]>();
      return found.reduce((sum, { size }) => sum + size, 0);
    },
    remove: async (list_id) => {
      await pages.deleteMany({ list_id });
    },
  };
}
