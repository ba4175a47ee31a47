import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, runAsSystem, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import type { RetentionLog, RetentionLogQueue, RetentionLogs } from './ports.ts';

const LOGS_PER_ROUND_MAX = 200;

interface LogDocument extends Omit<RetentionLog, 'id'> {
  readonly _id: string;
  /** Absent until the recheck of personal data is done. */
  readonly looked_twice?: true;
}

const schema = tenantSchema<LogDocument>(
  {
    _id: String,
    contact_id: { type: String, required: true },
    email_sha256: { type: String, required: true },
    reason: { type: String, default: null },
    deleted_by: { type: String, required: true },
    created_at: Date,
    looked_twice: Boolean,
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'list' }],
    // Jobs read the logs of all workspaces, so these indexes do not start with the workspace.
    [{ contact_id: 1 }, { name: 'by_contact' }],
    [{ looked_twice: 1, created_at: 1 }, { name: 'unfinished' }],
  ],
);

export interface StoredRetentionLogs extends RetentionLogs, RetentionLogQueue {
  /** The ids of erased contacts, in all workspaces. */
  erasedOf(contactIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function createRetentionLogStore(connection: Connection, cursors: Cursors): StoredRetentionLogs {
  const rows: Model<LogDocument> = defineModel(connection, 'retention_logs', schema);
  return {
    insert: async ({ id, ...log }) => {
      await rows.insertMany([{ _id: id, ...log }], { lean: true });
    },
    list: async (page) =>
      findPage(cursors, { model: rows, list: 'retention_logs', page, toItem: fromDocument }),
    unfinished: async (before) =>
      runAsSystem('one job finishes the erasures of all workspaces', async () => {
        const filter = { looked_twice: null, created_at: { $lt: before } };
        const found = await rows.find(filter).limit(LOGS_PER_ROUND_MAX).lean<LogDocument[]>();
        return found.map(fromDocument);
      }),
    erasedOf: async (contactIds) => {
      const found = await rows
        .find({ contact_id: { $in: contactIds } }, { contact_id: 1 })
        .lean<LogDocument[]>();
      return new Set(found.map(({ contact_id }) => contact_id));
    },
    finish: async (id) => {
      await rows.updateOne({ _id: id }, { $set: { looked_twice: true } });
    },
  };
}

function fromDocument({ _id, looked_twice, ...log }: LogDocument): RetentionLog {
  return { id: _id, ...log };
}
