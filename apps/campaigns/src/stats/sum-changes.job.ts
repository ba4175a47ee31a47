import { pollingJob, type LeaderLease } from '@outreach/job-kit';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { ServiceBase } from '@outreach/app-kit';
import type { CountChanges, StoredOwnerStats } from './ports.ts';

const ROUND_MS = 2_000;
/** Documents that one transaction moves; each contains the changes of at most 500 emails. */
const DOCUMENTS_MAX = 100;

export interface SumChangesPorts {
  readonly changes: Pick<CountChanges, 'take' | 'workspaces'>;
  readonly stats: Pick<StoredOwnerStats, 'add'>;
  readonly unitOfWork: Units['unitOfWork'];
  readonly base: Pick<ServiceBase, 'inWorkspace'>;
  readonly leader: LeaderLease;
}

/** Moves changes of counters into the sums of their owners, so that a read adds up few changes. */
export function sumChangesJob(ports: SumChangesPorts): Job {
  return pollingJob({
    name: 'sum-count-changes',
    everyMs: ROUND_MS,
    leader: ports.leader,
    run: async () => {
      const workspaces = await runAsSystem('one job sums the changes of all workspaces', async () =>
        ports.changes.workspaces(),
      );
      let hasMore = false;
      for (const workspaceId of workspaces)
        if (await ports.base.inWorkspace({ workspaceId }, async () => sumOldest(ports))) hasMore = true;
      return hasMore;
    },
  });
}

/** Returns true if further changes wait. */
async function sumOldest({ changes, stats, unitOfWork }: SumChangesPorts): Promise<boolean> {
  return unitOfWork(async () => {
    const taken = await changes.take(DOCUMENTS_MAX);
    await stats.add(taken.changes);
    return taken.hasMore;
  });
}
