import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { TimelinePorts } from './ports.ts';
import { expireEngagement } from './update-engagement.ts';

const ROUND_MS = 5_000;

/**
 * Lowers the points and scores of contacts whose events have left the window. One process runs it; a second one that
 * takes over early finds the changed versions of the contacts and changes nothing.
 */
export function ageEngagementJob(ports: TimelinePorts, base: ServiceBase): Job {
  return pollingJob({
    name: 'age-engagement',
    everyMs: ROUND_MS,
    leader: base.leader,
    run: async (signal) => runRound(ports, base, signal),
  });
}

/** False when no contact is due. */
async function runRound(
  ports: TimelinePorts,
  { units, inWorkspace, logger }: ServiceBase,
  signal: AbortSignal,
): Promise<boolean> {
  const due = await ports.engagedContacts.due(new Date(ports.clock.now()));
  for (const [workspaceId, contacts] of Map.groupBy(due, (one) => one.workspaceId)) {
    if (signal.aborted) break;
    const ids = contacts.map(({ contactId }) => contactId);
    await inWorkspace({ workspaceId }, async () =>
      units.unitOfWork(async () => expireEngagement(ports, ids)),
    );
    logger.info({ workspace_id: workspaceId, contacts: ids.length }, 'engagement points expired');
  }
  return due.length > 0;
}
