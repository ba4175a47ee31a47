import type { ServiceBase } from '@outreach/app-kit';
import {
  requireClaim,
  runSteps,
  workQueueJob,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { RetentionStep, RetentionSteps } from './ports.ts';
import { expiredBefore, type Retention } from './retention.ts';

type RetentionRow = WorkFields & Retention;

/** Expired emails are deleted once a day. */
const PASS_MS = 86_400_000;
/** Workspaces that one process works on concurrently. */
const SLOTS = 1;

/** Deletes the emails that have expired, and sets the end of the texts of the inbox when it has changed. */
export function applyRetentionJob(
  queue: WorkQueue<RetentionRow>,
  steps: RetentionSteps,
  base: ServiceBase,
): Job {
  const { clock, units } = base;
  const applyTo = async (claim: Claim<RetentionRow>, signal: AbortSignal): Promise<void> => {
    const { row } = claim;
    const pass = async (step: RetentionStep): Promise<boolean> =>
      runSteps({ queue, claim, unitOfWork: units.unitOfWork, signal, step });
    const before = expiredBefore(row.sends_days, clock.now());
    if (before !== undefined) {
      const isLater = row.sends_deleted_before === null || before > row.sends_deleted_before;
      if (isLater) requireClaim(await queue.renew(claim, { sends_deleted_before: before }));
    }
    const isDone =
      (before === undefined || (await pass(steps.expireSends(before)))) &&
      (row.inbox_days === row.applied_inbox_days || (await pass(steps.limitBodies(row.inbox_days))));
    if (!isDone) requireClaim(await queue.retryAt(claim, new Date(clock.now())));
    else if (before === undefined)
      requireClaim(await queue.finish(claim, { applied_inbox_days: row.inbox_days }));
    else {
      const applied = { applied_inbox_days: row.inbox_days, attempts: 0 };
      requireClaim(await queue.retryAt(claim, new Date(clock.now() + PASS_MS), applied));
    }
  };
  return workQueueJob({
    name: 'apply-retention',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () => applyTo(claim, signal)),
    logger: base.logger,
  });
}
