import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { RescoreProgress, RescoreStep, ScoringPorts } from './ports.ts';
import { rescoreStep } from './rescore-contacts.ts';

/** Workspaces that one process works on concurrently. */
const SLOTS = 2;

type RescoreItem = WorkFields & RescoreProgress;

export interface RescoreJobOptions extends ScoringPorts {
  readonly queue: WorkQueue<RescoreItem>;
  readonly base: ServiceBase;
}

/** Scores the contacts of workspaces whose profile changed. The workspaces take turns, one step per claim. */
export function rescoreJob(options: RescoreJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'rescore-contacts',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim) => runStep(options, claim),
    logger: base.logger,
  });
}

/** Contacts, events and the position of the next step commit together. */
async function runStep(options: RescoreJobOptions, claim: Claim<RescoreItem>): Promise<void> {
  const { queue } = options;
  const { logger, inWorkspace, units } = options.base;
  const { workspaceId } = claim;
  const { request_id: requestId, pass } = claim.row;
  const proceed = async (next: RescoreStep | undefined): Promise<void> =>
    requireClaim(
      next === undefined
        ? await queue.complete(claim)
        : await queue.retryAt(claim, next.dueAt, { pass: next.pass, after: next.after, attempts: 0 }),
    );
  const rescored = await inWorkspace({ workspaceId, requestId }, async () =>
    units.unitOfWork(async () => rescoreStep(options, claim.row, proceed)),
  );
  logger.info({ workspace_id: workspaceId, rescore_id: requestId, pass, rescored }, 'contacts rescored');
}
