import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { ExportJob } from './export-job.ts';
import type { ExportArchive, ExportFields, ExportStore } from './ports.ts';

type ExportDocument = WorkFields & ExportFields;

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<ExportDocument>(
  {
    _id: String,
    campaign_id: required(String),
    status: required(String),
    format: required(String),
    include_events: required(Boolean),
    total: required(Number),
    row_count: required(Number),
    file_id: String,
    error: String,
    created_at: required(Date),
    expires_at: Date,
    version: required(Number),
    ...workFields,
  },
  [
    workIndex,
    [{ workspace_id: 1, campaign_id: 1, status: 1 }, { name: 'of_campaign' }],
    // Expired files of all workspaces are found by time.
    [{ expires_at: 1 }, { name: 'expiry', partialFilterExpression: { status: 'completed' } }],
  ],
);

export interface ExportStoreOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Time in ms after which the job of a silent worker starts again. */
  readonly leaseMs: number;
}

export interface StoredExports {
  readonly jobs: ExportStore;
  readonly archive: ExportArchive;
  readonly queue: WorkQueue<ExportDocument>;
}

export function createExportStore(options: ExportStoreOptions): StoredExports {
  const { connection, units, clock } = options;
  const model: Model<ExportDocument> = defineModel(connection, 'exports', schema);
  const queue = createWorkQueue<ExportDocument>({ ...options, model });
  const find = async (id: string): Promise<ExportJob | undefined> => {
    const found = await model.findOne({ _id: id }).lean<ExportDocument>();
    return found === null ? undefined : fromExportDocument(found);
  };
  return {
    queue,
    jobs: {
      find,
      findOpen: async ({ campaignId, format, includeEvents }) => {
        const content = { campaign_id: campaignId, format, include_events: includeEvents };
        const open = { $in: ['queued' as const, 'processing' as const] };
        const found = await model.findOne({ ...content, status: open }).lean<ExportDocument>();
        return found === null ? undefined : fromExportDocument(found);
      },
      insert: async (job) => {
        await model.insertMany([toDocument(job, new Date(clock.now()))], { lean: true });
        units.afterCommit(() => queue.wakeUp.raise());
      },
      expireOf: async (campaignIds) => {
        const ofCampaigns = { campaign_id: { $in: [...campaignIds] } };
        const now = new Date(clock.now());
        const completed = { ...ofCampaigns, status: 'completed' as const };
        await model.updateMany({ ...completed, expires_at: { $gt: now } }, { $set: { expires_at: now } });
        const running = { ...ofCampaigns, status: 'processing' as const };
        await model.updateMany(running, { $set: { lease_token: null, due_at: now } });
        units.afterCommit(() => queue.wakeUp.raise());
      },
    },
    archive: {
      find: async (id) => runAsSystem('a signed link names no workspace', async () => find(id)),
      findExpired: async (at, limit) =>
        runAsSystem('one job deletes the expired files of all workspaces', async () => {
          const filter = { status: 'completed' as const, expires_at: { $lte: at } };
          const found = await model.find(filter).limit(limit).lean<ExportDocument[]>();
          return found.map(fromExportDocument);
        }),
      markExpired: async (id) =>
        runAsSystem('one job deletes the expired files of all workspaces', async () => {
          await model.updateOne({ _id: id }, { $set: { status: 'expired', file_id: null } });
        }),
    },
  };
}

export function fromExportDocument(
  found: ExportFields & Pick<WorkFields, '_id' | 'workspace_id'>,
): ExportJob {
  return {
    id: found._id,
    workspaceId: found.workspace_id,
    campaignId: found.campaign_id,
    status: found.status,
    format: found.format,
    includeEvents: found.include_events,
    total: found.total,
    rowCount: found.row_count,
    fileId: found.file_id,
    error: found.error,
    createdAt: found.created_at,
    expiresAt: found.expires_at,
    version: found.version,
  };
}

function toDocument(job: ExportJob, dueAt: Date): ExportDocument {
  return {
    _id: job.id,
    workspace_id: job.workspaceId,
    campaign_id: job.campaignId,
    status: job.status,
    format: job.format,
    include_events: job.includeEvents,
    total: job.total,
    row_count: job.rowCount,
    file_id: job.fileId,
    error: job.error,
    created_at: job.createdAt,
    expires_at: job.expiresAt,
    version: job.version,
    due_at: dueAt,
    lease_token: null,
    attempts: 0,
  };
}
