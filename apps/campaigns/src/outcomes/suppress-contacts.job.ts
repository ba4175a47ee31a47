import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { currentCall } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { RequestFields, Suppressor } from './ports.ts';

/** Requests that one process passes on concurrently. */
const SLOTS = 16;
/** Of these, requests of one workspace. */
const SLOTS_PER_WORKSPACE = 8;

/** Passes suppressions on to the contacts service until it has confirmed them. */
export function suppressContactsJob(
  queue: WorkQueue<WorkFields & RequestFields>,
  suppressor: Suppressor,
  base: ServiceBase,
): Job {
  return workQueueJob({
    name: 'suppress-contacts',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () => {
        const ctx = currentCall();
        if (ctx === undefined) throw new Error('A claim is handled in a call of its workspace.');
        const { email, reason, campaign_id, contact_id } = claim.row;
        await suppressor.suppress(ctx, [{ id: claim.id, email, reason, campaign_id, contact_id }]);
        requireClaim(await queue.complete(claim));
      }),
    logger: base.logger,
  });
}
