import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { NewId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { AgencyStore, WorkspaceStore } from './ports.ts';
import type { Workspace } from './workspace.ts';

const LISTED_MAX = 10_000;

type WorkspaceDocument = Omit<Workspace, 'id'> & {
  readonly _id: string;
  readonly turn?: number;
};

interface AgencyDocument {
  readonly _id: string;
  readonly name: string;
}

const workspaceSchema = systemSchema<WorkspaceDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    tier: { type: String, required: true },
    agency_id: String,
    key_max: Number,
    requests: Number,
    writes: Number,
    created_at: Date,
    turn: Number,
    version: Number,
  },
  [[{ created_at: 1, _id: 1 }]],
);

const agencySchema = systemSchema<AgencyDocument>({ _id: String, name: { type: String, required: true } }, [
  [{ name: 1 }, { unique: true }],
]);

export function createWorkspaceStore(connection: Connection): WorkspaceStore {
  const workspaces: Model<WorkspaceDocument> = defineModel(connection, 'workspaces', workspaceSchema);
  return {
    findById: async (id) => {
      const document = await workspaces.findOne({ _id: id }).lean<WorkspaceDocument>();
      return document === null ? undefined : fromDocument(document);
    },
    insert: async ({ id, ...workspace }) => {
      await workspaces.insertMany([{ _id: id, ...workspace }], { lean: true });
    },
    update: async ({ id, created_at: _unchanged, ...changes }) => {
      await workspaces.updateOne({ _id: id }, { $set: changes });
    },
    list: async () => {
      const found = await workspaces
        .find({})
        .sort({ created_at: 1, _id: 1 })
        .limit(LISTED_MAX)
        .lean<WorkspaceDocument[]>();
      return found.map(fromDocument);
    },
    lock: async (id) => {
      // Concurrent transactions that write the same document conflict, and the later one runs again.
      await workspaces.updateOne({ _id: id }, { $inc: { turn: 1 } });
    },
  };
}

export function createAgencyStore(connection: Connection, newId: NewId): AgencyStore {
  const agencies: Model<AgencyDocument> = defineModel(connection, 'agencies', agencySchema);
  return {
    findOrCreate: async (name) => {
      const known = await agencies.findOne({ name }).lean<AgencyDocument>();
      if (known !== null) return known._id;
      const created = { _id: newId('agn'), name };
      await agencies.insertMany([created], { lean: true });
      return created._id;
    },
  };
}

function fromDocument({ _id, turn: _turn, ...workspace }: WorkspaceDocument): Workspace {
  return { id: _id, ...workspace };
}
