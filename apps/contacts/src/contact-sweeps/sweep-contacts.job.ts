import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { SweepFields, SweptContacts } from './ports.ts';

/** Sweeps that one process works on concurrently. */
const SLOTS = 2;
/**
 * From the first sweep to the recheck. A transaction that read the names of fields before the deletion may store a value
 * after the sweep. With any settings of MongoDB it has ended by then (`next-recheck.ts` of erasures).
 */
const RECHECK_MS = 200_000;

/** Removes the values of deleted custom fields and the ids of deleted segments from contacts. */
export function sweepJob(
  queue: WorkQueue<WorkFields & SweepFields>,
  contacts: SweptContacts,
  { clock, logger }: ServiceBase,
): Job {
  return workQueueJob({
    name: 'sweep-contacts',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) => {
      const { id, workspaceId } = claim;
      const isDone = await contacts.removeValues({ id, workspaceId, kind: claim.row.kind }, signal);
      const again = (ms: number) => new Date(clock.now() + ms);
      if (!isDone) requireClaim(await queue.retryAt(claim, again(0)));
      else if (claim.row.is_recheck === true) requireClaim(await queue.complete(claim));
      else requireClaim(await queue.retryAt(claim, again(RECHECK_MS), { is_recheck: true, attempts: 0 }));
    },
    logger,
  });
}
