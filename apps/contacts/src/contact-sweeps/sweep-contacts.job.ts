import { requireClaim, retryLater, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { SweepFields, WaitingSweep } from './ports.ts';

/** Sweeps that one process works on concurrently. */
const SLOTS = 2;

export interface SweepJobOptions {
  readonly queue: WorkQueue<WorkFields & SweepFields>;
  readonly leaseMs: number;
  /** False if it was stopped. */
  readonly sweepContacts: (sweep: WaitingSweep, signal: AbortSignal) => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Removes the values of deleted custom fields and the ids of deleted segments from contacts. */
export function sweepJob({ queue, leaseMs, sweepContacts, clock, logger }: SweepJobOptions): Job {
  return workQueueJob({
    name: 'sweep-contacts',
    queue,
    leaseMs,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) => {
      const { id, workspaceId } = claim;
      const isDone = await sweepContacts({ id, workspaceId, kind: claim.row.kind }, signal);
      requireClaim(isDone ? await queue.complete(claim) : await queue.retryAt(claim, new Date(clock.now())));
    },
    onError: retryLater(queue, clock),
    logger,
  });
}
