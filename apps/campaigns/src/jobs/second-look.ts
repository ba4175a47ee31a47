import { pause, type Job } from '@outreach/service-kit';
import { lookAgain } from '../domain/handle-deletions.ts';
import type { Deps } from '../domain/ports.ts';
import { commitIn } from '../in-workspace.ts';

const ROUND_MS = 2_000;
const CONTACTS_PER_ROUND = 500;

/** Looks a second time at what deleted contacts are enrolled in; two processes that do so repeat each other. */
export function secondLookJob(deps: Deps): Job {
  return {
    name: 'second-look',
    run: async (signal) => {
      while (!signal.aborted) {
        if ((await lookRound(deps)) < CONTACTS_PER_ROUND) await pause(ROUND_MS, signal);
      }
    },
  };
}

/** How many contacts it took. */
async function lookRound(deps: Deps): Promise<number> {
  const due = await deps.deletions.due(new Date(deps.clock.now()), CONTACTS_PER_ROUND);
  for (const [workspaceId, deletions] of Map.groupBy(due, (deletion) => deletion.workspaceId)) {
    await commitIn(deps, workspaceId, async () => lookAgain(deps, { workspaceId, deletions }));
  }
  return due.length;
}
