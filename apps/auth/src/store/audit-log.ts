import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, runAsSystem, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import type { AuditEntry } from '../domain/model.ts';
import type { AuditLog } from '../domain/ports.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Failed log-ins under names that nobody has belong to no workspace; the operator may look at them this long. */
const NOBODYS_DAYS = 30;

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
        expireAfterSeconds: NOBODYS_DAYS * DAY_SECONDS,
        partialFilterExpression: { workspace_id: '' },
      },
    ],
  ],
);

/** Entries are written once and never changed. */
export function createAuditLog(connection: Connection, cursors: Cursors): AuditLog {
  const entries: Model<EntryDocument> = defineModel(connection, 'audit_log', schema);
  return {
    append: async ({ id, ...members }) => {
      await runAsSystem('the entry names its workspace, which a log-in only finds out', async () =>
        entries.insertMany([{ _id: id, ...members }], { lean: true }),
      );
    },
    list: async (page) =>
      findPage(cursors, {
        model: entries,
        list: 'audit-log',
        page,
        toItem: ({ _id, ...members }) => ({ id: _id, ...members }),
        sortField: 'at',
      }),
  };
}
