import type { Leases } from '@outreach/mongo-kit';
import { pause, type Job } from '@outreach/service-kit';
import type { DueContact } from './ports.ts';
import { settleContacts } from './update-engagement.ts';
import type { Deps } from '../domain/ports.ts';
import { inWorkspace } from '../in-workspace.ts';

const ROUND_MS = 1_000;
const LEASE = 'age-engagement';
/** Longer than a round takes; another process goes on after that. */
const LEASE_MS = 60_000;

/** Lowers the points, and with them the scores, of contacts whose events have left the window. */
export function ageEngagementJob(deps: Deps, leases: Leases): Job {
  return {
    name: 'age-engagement',
    run: async (signal) => {
      while (!signal.aborted) {
        if (!(await takeRound(deps, leases, signal))) await pause(ROUND_MS, signal);
      }
    },
  };
}

/** False when there was nothing to do. */
async function takeRound(deps: Deps, leases: Leases, signal: AbortSignal): Promise<boolean> {
  const due = await deps.engagedContacts.due(new Date(deps.clock.now()));
  if (due.length === 0 || !(await leases.acquire(LEASE, LEASE_MS))) return false;
  try {
    for (const [workspaceId, contacts] of Map.groupBy(due, (one) => one.workspaceId)) {
      if (signal.aborted) break;
      await settleWorkspace(deps, workspaceId, contacts);
    }
  } finally {
    await leases.release(LEASE);
  }
  return true;
}

async function settleWorkspace(
  deps: Deps,
  workspaceId: string,
  contacts: readonly DueContact[],
): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await inWorkspace(deps, { workspaceId }, async () =>
    deps.unitOfWork(async () => settleContacts(deps, ids)),
  );
}
