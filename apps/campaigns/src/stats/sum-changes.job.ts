import { pollingJob } from '@outreach/job-kit';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { ServiceBase } from '@outreach/app-kit';
import type { CountChanges, StoredOwnerStats } from './ports.ts';

const ROUND_MS = 2_000;
/** Documents that one transaction moves; each contains the changes of at most 500 emails. */
const DOCUMENTS_MAX = 100;

/** Moves changes of counters into the sums of their owners, so that a read adds up few changes. */
export function sumChangesJob(changes: CountChanges, stats: StoredOwnerStats, base: ServiceBase): Job {
  return pollingJob({
    name: 'sum-count-changes',
    everyMs: ROUND_MS,
    leader: base.leader,
    run: async () => {
      const workspaces = await runAsSystem('one job sums the changes of all workspaces', async () =>
        changes.workspaces(),
      );
      let hasMore = false;
      for (const workspaceId of workspaces)
        if (await base.inWorkspace({ workspaceId }, async () => sumOldest(changes, stats, base)))
          hasMore = true;
      return hasMore;
    },
  });
}

/** Returns true if further changes wait. */
async function sumOldest(
  changes: CountChanges,
  stats: StoredOwnerStats,
  { units }: ServiceBase,
): Promise<boolean> {
  return units.unitOfWork(async () => {
    const taken = await changes.take(DOCUMENTS_MAX);
    await stats.add(taken.changes);
    return taken.hasMore;
  });
}
