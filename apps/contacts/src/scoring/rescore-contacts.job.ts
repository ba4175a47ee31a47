import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit';
import type { UnitOfWork } from '../contact-records/index.ts';
import type { Rescore, Rescores } from './ports.ts';
import { rescoreStep, type RescorePorts } from './rescore-contacts.ts';

const ROUND_MS = 500;
/** Longer than one step takes; after it another process continues. */
const LEASE_MS = 30_000;

export interface RescoreJobOptions extends RescorePorts {
  readonly rescores: Rescores;
  readonly unitOfWork: UnitOfWork;
  readonly base: Pick<ServiceBase, 'leases' | 'logger' | 'inWorkspace'>;
}

/** Scores the contacts of workspaces whose profile changed. The workspaces take turns, one step each. */
export function rescoreJob(options: RescoreJobOptions): Job {
  const { rescores, clock } = options;
  return pollingJob({
    name: 'rescore-contacts',
    everyMs: ROUND_MS,
    run: async (signal) => {
      let hasStepped = false;
      for (const rescore of await rescores.due(new Date(clock.now()))) {
        if (signal.aborted) break;
        if (await runStep(options, rescore)) hasStepped = true;
      }
      return hasStepped;
    },
  });
}

/** False when another process works on the workspace. */
async function runStep(options: RescoreJobOptions, rescore: Rescore): Promise<boolean> {
  const { unitOfWork } = options;
  const { leases, logger, inWorkspace } = options.base;
  const { workspaceId, requestId, pass } = rescore;
  const lease = `rescore-contacts:${workspaceId}`;
  if (!(await leases.acquire(lease, LEASE_MS))) return false;
  try {
    const rescored = await inWorkspace({ workspaceId, requestId }, async () =>
      unitOfWork(async () => rescoreStep(options, rescore)),
    );
    logger.info({ workspace_id: workspaceId, rescore_id: requestId, pass, rescored }, 'contacts rescored');
  } finally {
    await leases.release(lease);
  }
  return true;
}
