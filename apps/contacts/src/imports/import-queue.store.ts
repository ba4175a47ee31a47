import type { ServiceBase } from '@outreach/app-kit';
import { importStates } from '@outreach/contracts-contacts';
import type { Model, QueryFilter } from 'mongoose';
import {
  createWorkQueue,
  type Claim,
  type ClaimOptions,
  type ClaimResult,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import { defineModel, runAsSystem } from '@outreach/mongo-kit';
import type { ImportAttempts } from './import-job.ts';
import type { ImportLanes } from './import-lane.store.ts';
import { turnSchema, type JobDocument, type TurnDocument } from './import-schemas.store.ts';

/** Jobs of one workspace that run concurrently, in all processes together. */
const RUNNING_MAX = 5;
/** Workspaces without a free slot that one claim skips. */
const FULL_MAX = 1_000;
const REASON = 'workers run the imports of all workspaces';

/** Jobs of all workspaces, for workers. */
export type ImportQueue = WorkQueue<WorkFields & ImportAttempts>;

/** The parts of the base that import stores use. */
export type ImportBase = Pick<ServiceBase, 'mongo' | 'units' | 'cursors' | 'clock' | 'ids'>;

interface ClaimPorts extends ImportBase {
  readonly jobs: Model<JobDocument>;
  readonly lanes: ImportLanes;
  readonly turns: Model<TurnDocument>;
  readonly leaseMs: number;
}

/**
 * A work queue whose claims count the running jobs of a workspace in all processes, in a transaction. Claims end and are
 * renewed as in every work queue.
 */
export function createImportQueue(options: Omit<ClaimPorts, 'turns'>): ImportQueue {
  const turns: Model<TurnDocument> = defineModel(options.mongo.connection, 'import_turns', turnSchema);
  const queue = createWorkQueue<JobDocument>({ ...options, model: options.jobs });
  return {
    ...queue,
    claim: async (wanted) => runAsSystem(REASON, async () => claimMany({ ...options, turns }, wanted)),
  };
}

async function claimMany(
  ports: ClaimPorts,
  { max, roomOf = () => max }: ClaimOptions,
): Promise<ClaimResult<JobDocument>> {
  const claims: Claim<JobDocument>[] = [];
  const full: string[] = [];
  const isFull = (workspaceId: string): boolean =>
    claims.filter((claim) => claim.workspaceId === workspaceId).length >= roomOf(workspaceId);
  while (claims.length < max && full.length < FULL_MAX) {
    const candidate = await findNext(ports, full);
    if (candidate === null) return { claims, nextDueAt: await findNextDueAt(ports) };
    const { workspace_id: workspaceId } = candidate;
    const claim = isFull(workspaceId)
      ? undefined
      : await ports.units.unitOfWork(async () => claimOne(ports, candidate));
    if (claim === undefined) full.push(workspaceId);
    else claims.push(claim);
  }
  return { claims, nextDueAt: new Date(ports.clock.now()) };
}

/** A job is due from its creation, after the end of its lease, and after the pause before a retry. */
function dueFilter(now: Date): QueryFilter<JobDocument> {
  return { status: { $in: [...importStates.statesOf('start')] }, due_at: { $lte: now } };
}

async function findNext({ jobs, clock }: ClaimPorts, full: readonly string[]): Promise<JobDocument | null> {
  return jobs
    .findOne({ ...dueFilter(new Date(clock.now())), workspace_id: { $nin: [...full] } })
    .sort({ created_at: 1 })
    .lean<JobDocument>();
}

/** The end of the next lease or pause. */
async function findNextDueAt({ jobs, clock }: ClaimPorts): Promise<Date | undefined> {
  const later = { status: 'processing' as const, due_at: { $gt: new Date(clock.now()) } };
  const found = await jobs.findOne(later, { due_at: 1 }).sort({ due_at: 1 }).lean<JobDocument>();
  return found?.due_at ?? undefined;
}

/** Serializes the claims of a workspace, so that two processes never claim the same free slot. */
async function claimOne(
  { jobs, lanes, turns, clock, ids, leaseMs }: ClaimPorts,
  { _id, workspace_id: workspaceId, lease_token = null }: JobDocument,
): Promise<Claim<JobDocument> | undefined> {
  await turns.updateOne({ _id: workspaceId }, { $inc: { turn: 1 } }, { upsert: true });
  const now = new Date(clock.now());
  const running = {
    workspace_id: workspaceId,
    status: 'processing' as const,
    lease_token: { $type: 'string' as const },
    due_at: { $gt: now },
  };
  if ((await jobs.countDocuments(running)) >= RUNNING_MAX) return undefined;
  const token = ids('lease');
  const set = {
    status: 'processing',
    lease_token: token,
    due_at: new Date(now.getTime() + leaseMs),
    started_at: { $ifNull: ['$started_at', now] },
    version: { $add: ['$version', 1] },
    attempts: { $add: ['$attempts', 1] },
  };
  const row = await jobs
    .findOneAndUpdate({ _id, lease_token, ...dueFilter(now) }, [{ $set: set }], {
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean<JobDocument>();
  if (row === null) return undefined;
  const hadProgress = await lanes.claim({ importId: _id, workspaceId, token });
  // Failures are counted since the last progress. A worker that was killed, and so has its lease, has not recorded it.
  const isReset = hadProgress && lease_token !== null;
  if (isReset) await jobs.updateOne({ _id }, { $set: { failures: 0 } });
  const current = isReset ? { ...row, failures: 0 } : row;
  return { id: _id, workspaceId, token, attempt: row.attempts ?? 1, row: current };
}
