import type { Connection, Model } from 'mongoose';
import { defineModel, systemSchema } from '@outreach/mongo-kit';
import { newId } from '@outreach/service-kit';
import type { Workspace } from '../domain/model.ts';
import type { WorkspaceStore } from '../domain/ports.ts';

/** What one list shows; an installation with more lists them page by page through the database. */
const LISTED_MAX = 10_000;

type WorkspaceDocument = Omit<Workspace, 'id'> & { readonly _id: string; readonly turn?: number };

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
  },
  [[{ created_at: 1, _id: 1 }]],
);

const agencySchema = systemSchema<AgencyDocument>({ _id: String, name: { type: String, required: true } }, [
  [{ name: 1 }, { unique: true }],
]);

export function createWorkspaceStore(connection: Connection): WorkspaceStore {
  const workspaces: Model<WorkspaceDocument> = defineModel(connection, 'workspaces', workspaceSchema);
  const agencies: Model<AgencyDocument> = defineModel(connection, 'agencies', agencySchema);
  return {
    findById: async (id) => {
      const document = await workspaces.findOne({ _id: id }).lean<WorkspaceDocument>();
      return document === null ? undefined : toWorkspace(document);
    },
    insert: async ({ id, ...members }) => {
      await workspaces.insertMany([{ _id: id, ...members }], { lean: true });
    },
    update: async ({ id, created_at, ...changeable }) => {
      await workspaces.updateOne({ _id: id }, { $set: changeable });
    },
    list: async () => {
      const found = await workspaces
        .find({})
        .sort({ created_at: 1, _id: 1 })
        .limit(LISTED_MAX)
        .lean<WorkspaceDocument[]>();
      return found.map(toWorkspace);
    },
    agencyIdOf: async (name) => {
      const present = await agencies.findOne({ name }).lean<AgencyDocument>();
      if (present !== null) return present._id;
      const made = { _id: newId('agn'), name };
      await agencies.insertMany([made], { lean: true });
      return made._id;
    },
    serialise: async (id) => {
      await workspaces.updateOne({ _id: id }, { $inc: { turn: 1 } });
    },
  };
}

function toWorkspace({ _id, turn, ...members }: WorkspaceDocument): Workspace {
  return { id: _id, ...members };
}
