import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditEntryStore } from './ports.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Failed log-ins with an unknown username belong to no workspace; operators can read them for this long. */
const WITHOUT_WORKSPACE_DAYS = 30;

type EntryDocument = Omit<AuditEntry, 'id'> & { readonly _id: string };

const schema = tenantSchema<EntryDocument>(
  {
    _id: String,
    at: { type: Date, required: true },
    actor: { _id: false, type: { type: String }, id: String },
    action: { type: String, required: true },
    target: { _id: false, type: { type: String }, id: String },
    ip: String,
    request_id: String,
  },
  [
    [{ workspace_id: 1, at: 1, _id: 1 }],
    [
      { at: 1 },
      {
        expireAfterSeconds: WITHOUT_WORKSPACE_DAYS * DAY_SECONDS,
        partialFilterExpression: { workspace_id: '' },
      },
    ],
  ],
);

/** Entries are inserted and never changed. */
export function createAuditEntryStore(connection: Connection, cursors: Cursors): AuditEntryStore {
  const entries: Model<EntryDocument> = defineModel(connection, 'audit_log', schema);
  return {
    append: async ({ id, ...entry }) => {
      await runAsSystem('a log-in has no workspace until the user is found', async () =>
        entries.insertMany([{ _id: id, ...entry }], { lean: true }),
      );
    },
    list: async (page) =>
      findPage(cursors, {
        model: entries,
        list: 'audit-log',
        page,
        toItem: ({ _id, ...entry }) => ({ id: _id, ...entry }),
        sortField: 'at',
      }),
  };
}
