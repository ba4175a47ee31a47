import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import {
  createWorkQueue,
  workFields,
  workIndex,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { PlanMarks } from '../campaigns/index.ts';

/** Longer than the transaction of one batch of sends takes; after it another process plans the campaign. */
const LEASE_MS = 15_000;
/** Longer than most transactions: a request that the end of a claim did not see has usually committed by then. */
const FIRST_CONFIRM_MS = 2_000;
/** Longer than any transaction: every such request has committed by then. */
const CONFIRM_MS = 60_000;

/** `_id` is the id of the campaign. */
export interface PlanMark extends WorkFields {
  /** The requested or computed time; `due_at` is earlier for a confirmation. Null when nothing can be planned. */
  readonly next_at: Date | null;
  /** The earliest time that was requested during the current claim. */
  readonly wanted_at: Date | null;
  /** The time of the last confirmation after a plan; null when it has been made. */
  readonly confirm_at?: Date | null;
}

const schema = tenantSchema<PlanMark>(
  {
    _id: String,
    next_at: { type: Date, default: null },
    wanted_at: { type: Date, default: null },
    confirm_at: { type: Date, default: null },
    ...workFields,
  },
  [workIndex],
);

export interface PlanQueue extends WorkQueue<PlanMark> {
  /**
   * Ends a claim: the campaign is planned next at this time, or at an earlier time that was requested during the claim.
   * False when the claim was lost.
   */
  end(claim: Claim<PlanMark>, nextAt: Date | null): Promise<boolean>;
}

export interface StoredPlanMarks {
  readonly marks: PlanMarks;
  readonly queue: PlanQueue;
}

/**
 * The queue of campaigns to plan. A request that finds an earlier time writes nothing, so that many transactions can
 * request the same campaign concurrently. Such a request may commit after the planner has read the campaign; that is why
 * each plan is confirmed two seconds and a minute later. A confirmation never moves the time to later.
 */
export function createPlanMarkStore(base: ServiceBase): StoredPlanMarks {
  const { mongo, units, clock } = base;
  const model: Model<PlanMark> = defineModel(mongo.connection, 'plan_marks', schema);
  const queue = createWorkQueue<PlanMark>({ ...base, model, leaseMs: LEASE_MS });
  return {
    marks: {
      request: async (campaignIds, at) => {
        const ids = [...new Set(campaignIds)];
        if (ids.length === 0) return;
        const found = await model.find({ _id: { $in: ids } }).lean<PlanMark[]>();
        const byId = new Map(found.map((mark) => [mark._id, mark]));
        let isChanged = false;
        for (const id of ids)
          isChanged = (await requestOne(units, model, { id, mark: byId.get(id), at })) || isChanged;
        if (isChanged && at.getTime() <= clock.now()) units.afterCommit(() => queue.wakeUp.raise());
      },
    },
    queue: {
      ...queue,
      end: async ({ id, token, row }, nextAt) => {
        const now = new Date(clock.now());
        const { matchedCount } = await model.updateOne(
          { _id: id, lease_token: token },
          [endOf(row, { nextAt, now })],
          {
            updatePipeline: true,
          },
        );
        queue.wakeUp.raise();
        return matchedCount === 1;
      },
    },
  };
}

/** Returns false if an earlier time was requested already. */
async function requestOne(
  { writes }: Pick<Units, 'writes'>,
  model: Model<PlanMark>,
  { id, mark, at }: { readonly id: string; readonly mark: PlanMark | undefined; readonly at: Date },
): Promise<boolean> {
  if (mark === undefined) {
    const added = {
      _id: id,
      next_at: at,
      wanted_at: null,
      confirm_at: null,
      due_at: at,
      lease_token: null,
      attempts: 0,
    };
    await writes.insert(model, [added]);
    return true;
  }
  const { lease_token, next_at, wanted_at, due_at } = mark;
  const isClaimed = lease_token !== null;
  const requested = isClaimed ? wanted_at : next_at;
  if (requested !== null && requested <= at) return false;
  const set = isClaimed ? { wanted_at: at } : { next_at: at, due_at: earliest(due_at, at), attempts: 0 };
  const filter = { _id: id, lease_token: lease_token ?? null, next_at, wanted_at };
  if (!(await writes.change(model, { filter, set })))
    throw new Error('The mark was changed in the same transaction.');
  return true;
}

function endOf(
  { next_at: previousAt, confirm_at: confirmAt = null }: PlanMark,
  { nextAt, now }: { readonly nextAt: Date | null; readonly now: Date },
): { $set: object } {
  const isConfirmation = previousAt === null || previousAt > now;
  const next = { $min: [nextAt, '$wanted_at', ...(isConfirmation ? [previousAt] : [])] };
  const lastAt = isConfirmation ? later(confirmAt, now) : new Date(now.getTime() + CONFIRM_MS);
  const confirmNextAt = isConfirmation ? lastAt : new Date(now.getTime() + FIRST_CONFIRM_MS);
  const due = { $min: [next, confirmNextAt] };
  return {
    $set: { next_at: next, due_at: due, wanted_at: null, confirm_at: lastAt, lease_token: null, attempts: 0 },
  };
}

/** The time if it is still to come. */
function later(at: Date | null, now: Date): Date | null {
  return at !== null && at > now ? at : null;
}

function earliest(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}
