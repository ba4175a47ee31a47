import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { planCampaign } from './plan-campaign.ts';
import type { PlanningPorts } from './ports.ts';

/** Campaigns that one process plans concurrently. */
const SLOTS = 4;
/** Of these, campaigns of one workspace. */
const SLOTS_PER_WORKSPACE = 2;
/** Batches per claim; a campaign with more to plan is claimed again after the other due campaigns. */
const BATCHES_PER_CLAIM_MAX = 10;

/** The queue of campaigns to plan. */
export interface PlanQueue<Mark extends WorkFields> extends WorkQueue<Mark> {
  /**
   * Ends a claim: the campaign is planned next at this time, or at an earlier time that was requested during the claim.
   * False when the claim was lost.
   */
  end(claim: Claim<Mark>, nextAt: Date | null): Promise<boolean>;
}

export interface PlanCampaignsJobOptions<Mark extends WorkFields> extends PlanningPorts {
  readonly queue: PlanQueue<Mark>;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Queues the emails of the requested campaigns shortly before they are due. */
export function planCampaignsJob<Mark extends WorkFields>(options: PlanCampaignsJobOptions<Mark>): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'plan-campaigns',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => planInBatches(options, claim, signal),
    logger: base.logger,
  });
}

async function planInBatches<Mark extends WorkFields>(
  options: PlanCampaignsJobOptions<Mark>,
  claim: Claim<Mark>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, base } = options;
  const { workspaceId, id } = claim;
  let nextAt: Date | null = new Date(clock.now());
  const ports = { ...options, accounts: readOnce(options.accounts) };
  for (let batch = 0; batch < BATCHES_PER_CLAIM_MAX; batch += 1) {
    signal.throwIfAborted();
    const result = await base.inWorkspace({ workspaceId }, async () => planCampaign(ports, id));
    if (!result.hasMore) {
      nextAt = result.nextAt;
      break;
    }
  }
  await base.inWorkspace({ workspaceId }, async () => requireClaim(await queue.end(claim, nextAt)));
}

/** Reads accounts once per claim: their limits and health hardly change within seconds. */
function readOnce(accounts: PlanningPorts['accounts']): PlanningPorts['accounts'] {
  const known = new Map<string, ReturnType<PlanningPorts['accounts']['findByIds']>>();
  return {
    findByIds: async (ids) => {
      const key = ids.join(' ');
      const reading = known.get(key) ?? accounts.findByIds(ids);
      known.set(key, reading);
      return reading;
    },
  };
}
