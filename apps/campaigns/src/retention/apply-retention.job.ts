import type { ServiceBase } from '@outreach/app-kit';
import {
  requireClaim,
  retryLater,
  workQueueJob,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock } from '@outreach/service-kit';
import { pause, type Job } from '@outreach/service-kit/lifecycle';
import type { ExpireSends, LimitBodies, Position, RetentionStep } from './ports.ts';
import { expiredBefore, type Retention } from './retention.ts';

type RetentionRow = WorkFields & Retention;

/** Expired emails are deleted once a day. */
const PASS_MS = 86_400_000;
/** Workspaces that one process works on concurrently. */
const SLOTS = 1;
/** A pass works this part of the time, so that sending is not slowed down. */
const WORKING_SHARE = 0.5;

export interface ApplyRetentionOptions {
  readonly queue: WorkQueue<RetentionRow>;
  readonly leaseMs: number;
  readonly expireSends: ExpireSends;
  readonly limitBodies: LimitBodies;
  readonly units: Pick<Units, 'unitOfWork'>;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Deletes the emails that have expired, and sets the end of the texts of the inbox when it has changed. */
export function applyRetentionJob(options: ApplyRetentionOptions): Job {
  const { queue, leaseMs, clock, base } = options;
  return workQueueJob({
    name: 'apply-retention',
    queue,
    leaseMs,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () => applyTo(options, claim, signal)),
    onError: retryLater(queue, clock),
    logger: base.logger,
  });
}

async function applyTo(
  options: ApplyRetentionOptions,
  claim: Claim<RetentionRow>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, expireSends, limitBodies } = options;
  const { row } = claim;
  const before = expiredBefore(row.sends_days, clock.now());
  if (before !== undefined) {
    const isLater = row.sends_deleted_before === null || before > row.sends_deleted_before;
    if (isLater) requireClaim(await queue.renew(claim, { sends_deleted_before: before }));
    await runPass(options, { claim, signal, step: expireSends(before) });
  }
  if (row.inbox_days !== row.applied_inbox_days)
    await runPass(options, { claim, signal, step: limitBodies(row.inbox_days) });
  const isDone = !signal.aborted;
  const applied = isDone ? { applied_inbox_days: row.inbox_days } : {};
  const nextMs = isDone ? PASS_MS : 0;
  requireClaim(
    isDone && before === undefined
      ? await queue.finish(claim, applied)
      : await queue.retryAt(claim, new Date(clock.now() + nextMs), { ...applied, attempts: 0 }),
  );
}

interface Pass {
  readonly claim: Claim<RetentionRow>;
  readonly step: RetentionStep;
  readonly signal: AbortSignal;
}

/** Repeats the step until nothing is left. A step and the claim commit together: replaced settings delete nothing. */
async function runPass(
  { queue, units }: ApplyRetentionOptions,
  { claim, step, signal }: Pass,
): Promise<void> {
  let after: Position | undefined;
  while (!signal.aborted) {
    const startedAtMs = performance.now();
    const place = after;
    after = await units.unitOfWork(async () => {
      requireClaim(await queue.renew(claim));
      return step(place);
    });
    if (after === undefined) return;
    const tookMs = performance.now() - startedAtMs;
    await pause(tookMs / WORKING_SHARE - tookMs, signal);
  }
}
