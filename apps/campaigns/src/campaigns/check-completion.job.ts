import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, retryLater, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Units } from '@outreach/mongo-kit';
import type { Clock, Job } from '@outreach/service-kit';
import { completeCampaign, type CompleteCampaignPorts } from './complete-campaign.ts';

/** Checks that one process runs concurrently. */
const SLOTS = 4;
/** Of these, checks of one workspace. */
const SLOTS_PER_WORKSPACE = 2;
/** A campaign with background work is checked again after this time. */
const RECHECK_MS = 5_000;

export interface CheckCompletionOptions extends CompleteCampaignPorts {
  readonly queue: WorkQueue<WorkFields>;
  readonly leaseMs: number;
  /** A campaign with something left to send is checked once more after this time: a request may have committed late. */
  readonly confirmMs: number;
  readonly unitOfWork: Units['unitOfWork'];
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Completes the campaigns of the requested checks. */
export function checkCompletionJob(options: CheckCompletionOptions): Job {
  const { queue, leaseMs, confirmMs, clock, base, unitOfWork } = options;
  return workQueueJob({
    name: 'check-completion',
    queue,
    leaseMs,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () =>
        unitOfWork(async () => {
          const result = await completeCampaign(options, claim.id);
          const isConfirmed = result === 'ended' || (result === 'open' && claim.attempt > 1);
          const againMs = result === 'open' ? confirmMs : RECHECK_MS;
          requireClaim(
            isConfirmed
              ? await queue.complete(claim)
              : await queue.retryAt(claim, new Date(clock.now() + againMs)),
          );
        }),
      ),
    onError: retryLater(queue, clock),
    logger: base.logger,
  });
}
