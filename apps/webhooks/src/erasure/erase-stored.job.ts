import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, runSteps, workQueueJob, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { eraseStep } from './erase-stored.ts';
import type { EraseStoredPorts } from './ports.ts';

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 1;
const REASON = 'one job erases records of all workspaces';

/** Removes the personal data of erased records from stored events and deliveries. After a crash it starts again. */
export function eraseStoredJob(
  queue: WorkQueue<WorkFields>,
  ports: EraseStoredPorts,
  { units, clock, logger }: ServiceBase,
): Job {
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> =>
    runAsSystem(REASON, async () => units.unitOfWork(fn));
  return workQueueJob({
    name: 'erasures',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => {
      const { id, workspaceId } = claim;
      const step = async (afterId = ''): Promise<string | undefined> =>
        eraseStep(ports, { aggregate: { id, workspaceId }, afterId, at: new Date(clock.now()) });
      const isDone = await runSteps({ queue, claim, unitOfWork, signal, step });
      requireClaim(isDone ? await queue.complete(claim) : await queue.retryAt(claim, new Date(clock.now())));
    },
    logger,
  });
}
