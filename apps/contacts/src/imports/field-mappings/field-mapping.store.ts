import { DEDUP_BEHAVIORS } from '@outreach/contracts-contacts/enumerations';
import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { FieldMapping } from './field-mapping.ts';
import type { FieldMappingStore } from '../ports.ts';

type FieldMappingDocument = Omit<FieldMapping, 'id'> & { readonly _id: string };

const schema = tenantSchema<FieldMappingDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    has_header: Boolean,
    delimiter: String,
    mappings: [{ _id: false, source_column: String, target_field: String, transform: String }],
    default_tags: [String],
    dedup_behavior: String,
    created_at: Date,
  },
  [[{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }]],
);

export function createFieldMappingStore(connection: Connection, cursors: Cursors): FieldMappingStore {
  const mappings: Model<FieldMappingDocument> = defineModel(connection, 'field_mappings', schema);
  return {
    findById: async (id) => {
      const found = await mappings.findOne({ _id: id }).lean<FieldMappingDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    list: async (page) =>
      findPage(cursors, { model: mappings, list: 'field_mappings', page, toItem: fromDocument }),
    insert: async ({ id, ...rest }) => {
      await mappings.insertMany([{ _id: id, ...rest }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...rest }) => {
      await mappings.updateOne({ _id: id }, { $set: rest });
    },
    remove: async (id) => {
      await mappings.deleteOne({ _id: id });
    },
  };
}

/** @throws Error for a dedup behavior that this version does not have. */
function fromDocument({ _id, ...rest }: FieldMappingDocument): FieldMapping {
  if (!DEDUP_BEHAVIORS.includes(rest.dedup_behavior))
    throw new Error(`The field mapping ${_id} has the unknown dedup behavior ${rest.dedup_behavior}.`);
  return { id: _id, ...rest };
}
