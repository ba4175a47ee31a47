import type { Connection, Model } from 'mongoose';
import { defineModel, systemSchema, type UnitWrites } from '@outreach/mongo-kit';
import type { ContactRegistry } from '../domain/ports.ts';

/** One row per agency and address; its `_id` is both, so that the index decides who comes first. */
interface RegistryDocument {
  readonly _id: string;
  readonly workspace_id: string;
}

const schema = systemSchema<RegistryDocument>({
  _id: String,
  workspace_id: { type: String, required: true },
});

/** The registry spans the workspaces of an agency, so it is no tenant collection; it answers yes or no alone. */
export function createContactRegistry(connection: Connection, writes: UnitWrites): ContactRegistry {
  const rows: Model<RegistryDocument> = defineModel(connection, 'contact_registry', schema);
  const idOf = (agencyId: string, email: string): string => `${agencyId} ${email}`;
  return {
    assign: async ({ agencyId, email, workspaceId }) => {
      const _id = idOf(agencyId, email);
      const present = await rows.findOne({ _id }).lean<RegistryDocument>();
      if (present !== null) return present.workspace_id === workspaceId;
      await writes.insert(rows, [{ _id, workspace_id: workspaceId }]);
      return true;
    },
    assignMany: async ({ agencyId, emails, workspaceId }) => {
      const wanted = new Map(emails.map((email) => [idOf(agencyId, email), email]));
      const present = await rows.find({ _id: { $in: [...wanted.keys()] } }).lean<RegistryDocument[]>();
      const taken = new Map(present.map((row) => [row._id, row.workspace_id]));
      const free = [...wanted.keys()].filter((_id) => !taken.has(_id));
      const made = free.map((_id) => ({ _id, workspace_id: workspaceId }));
      if (made.length > 0) await rows.insertMany(made, { lean: true });
      const foreign = [...wanted].filter(([_id]) => taken.has(_id) && taken.get(_id) !== workspaceId);
      return new Set(foreign.map(([, email]) => email));
    },
    release: async ({ agencyId, email, workspaceId }) => {
      await rows.deleteOne({ _id: idOf(agencyId, email), workspace_id: workspaceId });
    },
  };
}
