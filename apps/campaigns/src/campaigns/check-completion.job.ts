import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { completeCampaign, type CompletionResult } from './complete-campaign.ts';
import type { CampaignPorts, CompletionCheck } from './ports.ts';

/** Checks that one process runs concurrently. */
const SLOTS = 4;
/** Of these, checks of one workspace. */
const SLOTS_PER_WORKSPACE = 2;
/** A campaign with background work is checked again after this time. */
const RECHECK_MS = 5_000;

export interface CheckCompletionOptions extends CampaignPorts {
  readonly queue: WorkQueue<WorkFields & CompletionCheck>;
  /** A campaign with something left to send is checked once more after this time: a request may have committed late. */
  readonly confirmMs: number;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units' | 'logger'>;
}

/** Completes the campaigns of the requested checks. */
export function checkCompletionJob(options: CheckCompletionOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'check-completion',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () =>
        base.units.unitOfWork(async () => {
          requireClaim(await endClaim(options, claim, await completeCampaign(options, claim.id)));
        }),
      ),
    logger: base.logger,
  });
}

async function endClaim(
  { queue, confirmMs, clock }: CheckCompletionOptions,
  claim: Claim<WorkFields & CompletionCheck>,
  result: CompletionResult,
): Promise<boolean> {
  const now = clock.now();
  if (result === 'undecided') return queue.retryAt(claim, new Date(now + RECHECK_MS));
  if (result === 'ended' || claim.row.is_confirmation === true) return queue.complete(claim);
  return queue.retryAt(claim, new Date(now + confirmMs), { is_confirmation: true });
}
