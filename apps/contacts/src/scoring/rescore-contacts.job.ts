import type { Leases } from '@outreach/mongo-kit';
import { pause, type Job } from '@outreach/service-kit';
import { rescoreStep } from './rescore-contacts.ts';
import type { Deps, Rescore } from '../domain/ports.ts';
import { inWorkspace } from '../in-workspace.ts';

const ROUND_MS = 500;
/** Longer than a step takes; another process goes on after that. */
const LEASE_MS = 30_000;

/** Scores the contacts of workspaces whose profile changed, a step of each in turn, so that none waits for another. */
export function rescoreJob(deps: Deps, leases: Leases): Job {
  return {
    name: 'rescore-contacts',
    run: async (signal) => {
      while (!signal.aborted) {
        if (!(await takeRound(deps, leases, signal))) await pause(ROUND_MS, signal);
      }
    },
  };
}

/** False when there was nothing to do. */
async function takeRound(deps: Deps, leases: Leases, signal: AbortSignal): Promise<boolean> {
  let stepped = false;
  for (const rescore of await deps.rescores.due(new Date(deps.clock.now()))) {
    if (signal.aborted) break;
    if (await takeStep(deps, leases, rescore)) stepped = true;
  }
  return stepped;
}

async function takeStep(deps: Deps, leases: Leases, rescore: Rescore): Promise<boolean> {
  const lease = `rescore-contacts:${rescore.workspaceId}`;
  if (!(await leases.acquire(lease, LEASE_MS))) return false;
  try {
    await inWorkspace(deps, rescore, async () => deps.unitOfWork(async () => rescoreStep(deps, rescore)));
  } finally {
    await leases.release(lease);
  }
  return true;
}
