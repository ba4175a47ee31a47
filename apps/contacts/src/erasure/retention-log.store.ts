import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage } from '@outreach/mongo-kit/paging';
import { nextRecheckAt } from './next-recheck.ts';
import type { ErasureRecheck, RetentionLog, RetentionLogs } from './ports.ts';

type LogDocument = Omit<RetentionLog, 'id'> & WorkFields & ErasureRecheck;

const schema = tenantSchema<LogDocument>(
  {
    _id: String,
    contact_id: { type: String, required: true },
    email_sha256: { type: String, required: true },
    reason: { type: String, default: null },
    deleted_by: { type: String, required: true },
    created_at: Date,
    rechecks: Number,
    ...workFields,
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'list' }],
    // A job reads the logs of all workspaces, so this index does not start with the workspace.
    [{ contact_id: 1 }, { name: 'by_contact' }],
    workIndex,
  ],
);

export interface StoredRetentionLogs extends RetentionLogs {
  /** The rechecks of all workspaces. */
  readonly queue: WorkQueue<WorkFields & ErasureRecheck>;
  /** The ids of erased contacts, in all workspaces. */
  erasedOf(contactIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Longer than the transaction of one erasure takes; after it another process continues. */
const LEASE_MS = 30_000;

export function createRetentionLogStore(
  base: Pick<ServiceBase, 'mongo' | 'cursors' | 'clock' | 'ids'>,
): StoredRetentionLogs {
  const { mongo, cursors } = base;
  const rows: Model<LogDocument> = defineModel(mongo.connection, 'retention_logs', schema);
  return {
    queue: createWorkQueue<LogDocument>({ ...base, model: rows, leaseMs: LEASE_MS }),
    insert: async ({ id, ...log }) => {
      const dueAt = nextRecheckAt(log);
      await rows.insertMany([{ _id: id, ...log, due_at: dueAt, lease_token: null, attempts: 0 }], {
        lean: true,
      });
    },
    list: async (page) =>
      findPage(cursors, { model: rows, list: 'retention_logs', page, toItem: fromDocument }),
    erasedOf: async (contactIds) => {
      const found = await rows
        .find({ contact_id: { $in: contactIds } }, { contact_id: 1 })
        .lean<LogDocument[]>();
      return new Set(found.map(({ contact_id }) => contact_id));
    },
  };
}

function fromDocument({ _id, rechecks, ...stored }: LogDocument): RetentionLog {
  const { due_at, lease_token, attempts, failure_reason, ...log } = stored;
  return { id: _id, ...log };
}
