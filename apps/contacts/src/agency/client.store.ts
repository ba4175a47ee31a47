import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Client, ClientStore } from './ports.ts';

type ClientDocument = Omit<Client, 'id'> & { readonly _id: string };

const schema = tenantSchema<ClientDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    domain: String,
    status: { type: String, required: true },
    created_at: Date,
  },
  [[{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }]],
);

export function createClientStore(connection: Connection, cursors: Cursors): ClientStore {
  const clients: Model<ClientDocument> = defineModel(connection, 'clients', schema);
  return {
    findById: async (id) => {
      const found = await clients.findOne({ _id: id }).lean<ClientDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    list: async (page) => findPage(cursors, { model: clients, list: 'clients', page, toItem: fromDocument }),
    insert: async ({ id, ...rest }) => {
      await clients.insertMany([{ _id: id, ...rest }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...rest }) => {
      await clients.updateOne({ _id: id }, { $set: rest });
    },
    remove: async (id) => {
      await clients.deleteOne({ _id: id });
    },
  };
}

function fromDocument({ _id, ...rest }: ClientDocument): Client {
  return { id: _id, ...rest };
}
