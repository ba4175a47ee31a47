import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import { requireWorkspaceId } from '@outreach/service-kit';
import { FIELDS_PER_WORKSPACE_MAX, type CustomField } from './custom-field.ts';
import type { CustomFieldStore } from './ports.ts';

type CustomFieldDocument = Omit<CustomField, 'id'> & { readonly _id: string };

interface LockDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly revision: number;
}

const fieldSchema = tenantSchema<CustomFieldDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    display_label: String,
    field_type: { type: String, required: true },
    options: [String],
    fallback_value: Object,
    created_at: Date,
    updated_at: Date,
  },
  [
    [
      { workspace_id: 1, name: 1 },
      { unique: true, name: 'name' },
    ],
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
  ],
);

const lockSchema = tenantSchema<LockDocument>({ _id: String, revision: Number });

export function createCustomFieldStore(connection: Connection, cursors: Cursors): CustomFieldStore {
  const fields: Model<CustomFieldDocument> = defineModel(connection, 'custom_fields', fieldSchema);
  const locks: Model<LockDocument> = defineModel(connection, 'custom_field_locks', lockSchema);
  return {
    lockNames: async () => {
      // Two transactions that write the same document conflict, and the later one runs again.
      await locks.updateOne({ _id: requireWorkspaceId() }, { $inc: { revision: 1 } }, { upsert: true });
    },
    all: async () => {
      const found = await fields
        .find()
        .sort({ created_at: 1, _id: 1 })
        .limit(FIELDS_PER_WORKSPACE_MAX)
        .lean<CustomFieldDocument[]>();
      return found.map(fromDocument);
    },
    findById: async (id) => {
      const found = await fields.findOne({ _id: id }).lean<CustomFieldDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    list: async (page) =>
      findPage(cursors, { model: fields, list: 'custom_fields', page, toItem: fromDocument }),
    insert: async ({ id, ...rest }) => {
      await fields.insertMany([{ _id: id, ...rest }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...rest }) => {
      await fields.updateOne({ _id: id }, { $set: rest });
    },
    remove: async (id) => {
      await fields.deleteOne({ _id: id });
    },
  };
}

function fromDocument({ _id, ...rest }: CustomFieldDocument): CustomField {
  return { id: _id, ...rest };
}
