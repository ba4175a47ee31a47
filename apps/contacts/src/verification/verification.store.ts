import type { ServiceBase } from '@outreach/app-kit';
import { VERIFICATION_JOB_STATUSES, verificationStates } from '@outreach/contracts-contacts/verification';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage } from '@outreach/mongo-kit/paging';
import type { VerificationStore } from './ports.ts';
import type { VerificationJob } from './verification-job.ts';

interface JobDocument extends Omit<VerificationJob, 'id'>, WorkFields {}

const schema = tenantSchema<JobDocument>(
  {
    _id: String,
    status: { type: String, required: true },
    list_id: String,
    segment_id: String,
    total: Number,
    counts: { _id: false, valid: Number, risky: Number, catch_all: Number, invalid: Number, unknown: Number },
    position: String,
    failures: Number,
    created_at: Date,
    finished_at: Date,
    ...workFields,
  },
  [[{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }], workIndex],
);

/** A worker that does not renew its lease for this time is considered dead; it renews the lease three times within it. */
const LEASE_MS = 15_000;

export interface VerificationStores {
  readonly verifications: VerificationStore;
  /** Jobs of all workspaces, for workers. */
  readonly queue: WorkQueue<WorkFields & Pick<VerificationJob, 'failures' | 'status'>>;
}

export function createVerificationStores(base: ServiceBase): VerificationStores {
  const { mongo, cursors, units, clock } = base;
  const jobs: Model<JobDocument> = defineModel(mongo.connection, 'verifications', schema);
  const queue = createWorkQueue<JobDocument>({ ...base, model: jobs, leaseMs: LEASE_MS });
  const verifications: VerificationStore = {
    insert: async ({ id, ...rest }) => {
      const work = { lease_token: null, due_at: rest.created_at, attempts: 0 };
      await jobs.insertMany([{ _id: id, ...rest, ...work }], { lean: true });
      units.afterCommit(() => queue.wakeUp.raise());
    },
    findById: async (id) => {
      const found = await jobs.findOne({ _id: id }).lean<JobDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    list: async (page) =>
      findPage(cursors, { model: jobs, list: 'verifications', page, toItem: fromDocument }),
    end: async ({ id, status, finished_at }) => {
      const ended = { status, finished_at, lease_token: null, due_at: null };
      await jobs.updateOne({ _id: id }, { $set: ended });
    },
    advance: async (id, { token, counts, position }) => {
      const sums = Object.entries(counts).map(([result, count]) => [`counts.${result}`, count] as const);
      const dueAt = new Date(clock.now() + LEASE_MS);
      const updated = await jobs.updateOne(
        { _id: id, lease_token: token, status: { $in: [...verificationStates.statesOf('start')] } },
        { $inc: Object.fromEntries(sums), $set: { status: 'running', position, due_at: dueAt, failures: 0 } },
      );
      return updated.matchedCount === 1;
    },
  };
  return { verifications, queue };
}

/** @throws Error for an unknown status. */
function fromDocument({ _id, ...stored }: JobDocument): VerificationJob {
  const { due_at, lease_token, attempts, failure_reason, ...job } = stored;
  if (!VERIFICATION_JOB_STATUSES.includes(job.status))
    throw new Error(`The verification ${_id} has the unknown status ${job.status}.`);
  return { id: _id, ...job };
}
