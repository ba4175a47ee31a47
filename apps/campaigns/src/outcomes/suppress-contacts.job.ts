import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, retryLater, workQueueJob, type WorkQueue } from '@outreach/job-kit';
import { currentCall, type Clock, type Job } from '@outreach/service-kit';
import type { Suppressor } from './ports.ts';
import { SUPPRESSION_LEASE_MS, type RequestRow } from './suppression-request.store.ts';

/** Requests that one process passes on concurrently. */
const SLOTS = 16;
/** Of these, requests of one workspace. */
const SLOTS_PER_WORKSPACE = 8;

export interface SuppressContactsOptions {
  readonly queue: WorkQueue<RequestRow>;
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
