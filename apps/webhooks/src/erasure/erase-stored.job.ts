import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { eraseStep } from './erase-stored.ts';
import type { EraseStoredPorts, ErasureProgress } from './ports.ts';

type ErasureTask = WorkFields & ErasureProgress;

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 1;

export interface EraseStoredOptions extends EraseStoredPorts {
  readonly queue: WorkQueue<ErasureTask>;
  /** Runs `fn` in a transaction over all workspaces. */
  readonly transaction: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Removes the personal data of erased records from stored events and deliveries, in steps that commit together with
 * their position. After a crash another worker continues at the position.
 */
export function eraseStoredJob(options: EraseStoredOptions): Job {
  const { queue, logger } = options;
  return workQueueJob({
    name: 'erasures',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => erase(options, claim, signal),
    logger,
  });
}

async function erase(
  options: EraseStoredOptions,
  claim: Claim<ErasureTask>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, transaction } = options;
  const aggregate = { id: claim.id, workspaceId: claim.workspaceId };
  let position: string | undefined = claim.row.after_id;
  while (position !== undefined) {
    if (signal.aborted) {
      await queue.retryAt(claim, new Date(clock.now()));
      return;
    }
    const afterId: string = position;
    position = await transaction(async () => {
      const last = await eraseStep(options, { aggregate, afterId, at: new Date(clock.now()) });
      requireClaim(
        last === undefined ? await queue.complete(claim) : await queue.renew(claim, { after_id: last }),
      );
      return last;
    });
  }
}
