import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import type { FieldMapping } from './field-mapping.ts';
import type { FieldMappingStore } from '../../domain/ports.ts';

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
    insert: async ({ id, ...members }) => {
      await mappings.insertMany([{ _id: id, ...members }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...members }) => {
      await mappings.updateOne({ _id: id }, { $set: members });
    },
    remove: async (id) => {
      await mappings.deleteOne({ _id: id });
    },
  };
}

function fromDocument({ _id, ...members }: FieldMappingDocument): FieldMapping {
  return { id: _id, ...members };
}
