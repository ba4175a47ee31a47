import { requireClaim, runSteps, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { eraseStep } from './erase-stored.ts';
import type { EraseStoredPorts } from './ports.ts';

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 1;

export interface EraseStoredOptions extends EraseStoredPorts {
  readonly queue: WorkQueue<WorkFields>;
  /** Runs `fn` in a transaction over all workspaces. */
  readonly transaction: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Removes the personal data of erased records from stored events and deliveries. After a crash it starts again. */
export function eraseStoredJob(options: EraseStoredOptions): Job {
  const { queue, clock, transaction, logger } = options;
  return workQueueJob({
    name: 'erasures',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => {
      const { id, workspaceId } = claim;
      const step = async (afterId = ''): Promise<string | undefined> =>
        eraseStep(options, { aggregate: { id, workspaceId }, afterId, at: new Date(clock.now()) });
      const isDone = await runSteps({ queue, claim, unitOfWork: transaction, signal, step });
      requireClaim(isDone ? await queue.complete(claim) : await queue.retryAt(claim, new Date(clock.now())));
    },
    logger,
  });
}
