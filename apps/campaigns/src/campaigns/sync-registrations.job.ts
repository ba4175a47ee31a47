import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { currentCall } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { OPEN_CAMPAIGN_STATUSES } from './campaign.ts';
import type { CampaignPorts } from './ports.ts';

/** Campaigns that one process handles concurrently. */
const SLOTS = 4;
/** Of these, campaigns of one workspace. */
const SLOTS_PER_WORKSPACE = 2;

/**
 * Makes the segments that contacts has registered for a campaign equal to its filter: after the campaign has ended, and
 * after a request that failed between its registration and its commit.
 */
export function syncRegistrationsJob(
  ports: CampaignPorts,
  queue: WorkQueue<WorkFields>,
  base: ServiceBase,
): Job {
  return workQueueJob({
    name: 'sync-registrations',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => {
      await base.inWorkspace({ workspaceId: claim.workspaceId }, async () =>
        syncRegistration(ports, claim.id),
      );
      requireClaim(await queue.complete(claim));
    },
    logger: base.logger,
  });
}

async function syncRegistration({ campaigns, contacts }: CampaignPorts, id: string): Promise<void> {
  const ctx = currentCall();
  if (ctx === undefined) throw new Error('A registration is compared in a call of its workspace.');
  const campaign = await campaigns.findById(id);
  if (campaign === undefined || !OPEN_CAMPAIGN_STATUSES.has(campaign.status)) await contacts.release(ctx, id);
  else await contacts.register(ctx, { campaignId: id, segmentIds: campaign.contact_filter.segment_ids });
}
