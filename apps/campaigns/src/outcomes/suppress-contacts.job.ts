import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, retryLater, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { currentCall, type Clock } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { RequestFields, Suppressor } from './ports.ts';

/** Longer than a call of the contacts service. */
export const SUPPRESSION_LEASE_MS = 30_000;
/** Requests that one process passes on concurrently. */
const SLOTS = 16;
/** Of these, requests of one workspace. */
const SLOTS_PER_WORKSPACE = 8;

export interface SuppressContactsOptions {
  readonly queue: WorkQueue<WorkFields & RequestFields>;
  readonly suppressor: Suppressor;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Passes suppressions on to the contacts service until it has confirmed them. */
export function suppressContactsJob({ queue, suppressor, clock, base }: SuppressContactsOptions): Job {
  return workQueueJob({
    name: 'suppress-contacts',
    queue,
    leaseMs: SUPPRESSION_LEASE_MS,
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
    onError: retryLater(queue, clock),
    logger: base.logger,
  });
}
