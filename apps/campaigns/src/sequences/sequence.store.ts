import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { SequenceStore } from './ports.ts';
import type { Sequence } from './sequence.ts';

type SequenceDocument = Omit<Sequence, 'id'> & { readonly _id: string };

const schema = tenantSchema<SequenceDocument>({ _id: String, steps: [{ _id: false, id: String }] });

export function createSequenceStore(connection: Connection): SequenceStore {
  const sequences: Model<SequenceDocument> = defineModel(connection, 'sequences', schema);
  return {
    findById: async (id) => {
      const found = await sequences.findOne({ _id: id }).lean<SequenceDocument>();
      if (found === null) return undefined;
      const { _id, workspace_id, steps } = found;
      return { id: _id, workspace_id, steps };
    },
  };
}
