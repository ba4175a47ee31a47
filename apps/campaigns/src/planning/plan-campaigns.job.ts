import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, retryLater, workQueueJob, type Claim } from '@outreach/job-kit';
import type { Clock, Job } from '@outreach/service-kit';
import { planCampaign, type PlanCampaignPorts } from './plan-campaign.ts';
import { PLAN_LEASE_MS, type PlanMark, type PlanQueue } from './plan-mark.store.ts';

/** Campaigns that one process plans concurrently. */
const SLOTS = 4;
/** Of these, campaigns of one workspace. */
const SLOTS_PER_WORKSPACE = 2;
/** Batches per claim; a campaign with more to plan is claimed again after the other due campaigns. */
const BATCHES_PER_CLAIM_MAX = 10;
/** Requests of other processes are found within this time. */
const POLL_MS = 1_000;

export interface PlanCampaignsJobOptions extends PlanCampaignPorts {
  readonly queue: PlanQueue;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Queues the emails of the requested campaigns shortly before they are due. */
export function planCampaignsJob(options: PlanCampaignsJobOptions): Job {
  const { queue, clock, base } = options;
  return workQueueJob({
    name: 'plan-campaigns',
    queue,
    leaseMs: PLAN_LEASE_MS,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    pollMs: POLL_MS,
    handle: async (claim, signal) => planInBatches(options, claim, signal),
    onError: retryLater(queue, clock),
    logger: base.logger,
  });
}

async function planInBatches(
  options: PlanCampaignsJobOptions,
  claim: Claim<PlanMark>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, base } = options;
  const { workspaceId, id } = claim;
  let nextAt: Date | null = new Date(clock.now());
  for (let batch = 0; batch < BATCHES_PER_CLAIM_MAX; batch += 1) {
    signal.throwIfAborted();
    const result = await base.inWorkspace({ workspaceId }, async () => planCampaign(options, id));
    if (!result.hasMore) {
      nextAt = result.nextAt;
      break;
    }
  }
  await base.inWorkspace({ workspaceId }, async () => requireClaim(await queue.end(claim, nextAt)));
}
