import type { Connection, Model } from 'mongoose';
import { defineModel, systemSchema, type UnitWrites } from '@outreach/mongo-kit';
import type { ContactRegistry } from './ports.ts';

/**
 * One document per agency and address; `_id` contains both, so that its unique index decides concurrent assignments.
 */
interface RegistryDocument {
  readonly _id: string;
  readonly workspace_id: string;
}

const schema = systemSchema<RegistryDocument>({
  _id: String,
  workspace_id: { type: String, required: true },
});

/**
 * The registry spans the workspaces of an agency, so it is not a tenant collection; it reveals no other workspace to
 * callers.
 */
export function createContactRegistry(connection: Connection, writes: UnitWrites): ContactRegistry {
  const rows: Model<RegistryDocument> = defineModel(connection, 'contact_registry', schema);
  const idOf = (agencyId: string, email: string): string => `${agencyId} ${email}`;
  return {
    ownerOf: async ({ agencyId, email }) => {
      const found = await rows.findOne({ _id: idOf(agencyId, email) }).lean<RegistryDocument>();
      return found?.workspace_id;
    },
    assign: async ({ agencyId, email, workspaceId }) => {
      await writes.insert(rows, [{ _id: idOf(agencyId, email), workspace_id: workspaceId }]);
    },
    assignMany: async ({ agencyId, emails, workspaceId }) => {
      const wanted = new Map(emails.map((email) => [idOf(agencyId, email), email]));
      const existing = await rows.find({ _id: { $in: [...wanted.keys()] } }).lean<RegistryDocument[]>();
      const taken = new Map(existing.map((row) => [row._id, row.workspace_id]));
      const free = [...wanted.keys()].filter((_id) => !taken.has(_id));
      const created = free.map((_id) => ({ _id, workspace_id: workspaceId }));
      if (created.length > 0) await rows.insertMany(created, { lean: true });
      const foreign = [...wanted].filter(([_id]) => taken.has(_id) && taken.get(_id) !== workspaceId);
      return new Set(foreign.map(([, email]) => email));
    },
    release: async ({ agencyId, email, workspaceId }) => {
      await rows.deleteOne({ _id: idOf(agencyId, email), workspace_id: workspaceId });
    },
  };
}
