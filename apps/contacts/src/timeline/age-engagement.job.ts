import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { DueContact, TimelinePorts } from './ports.ts';
import { expireEngagement } from './update-engagement.ts';

const ROUND_MS = 5_000;

export interface AgeEngagementOptions extends TimelinePorts {
  readonly base: Pick<ServiceBase, 'leader' | 'logger' | 'inWorkspace'>;
}

/**
 * Lowers the points and scores of contacts whose events have left the window. One process runs it; a second one that
 * takes over early finds the changed versions of the contacts and changes nothing.
 */
export function ageEngagementJob(options: AgeEngagementOptions): Job {
  return pollingJob({
    name: 'age-engagement',
    everyMs: ROUND_MS,
    leader: options.base.leader,
    run: async (signal) => runRound(options, signal),
  });
}

/** False when no contact is due. */
async function runRound(options: AgeEngagementOptions, signal: AbortSignal): Promise<boolean> {
  const due = await options.engagedContacts.due(new Date(options.clock.now()));
  for (const [workspaceId, contacts] of Map.groupBy(due, (one) => one.workspaceId)) {
    if (signal.aborted) break;
    await expireInWorkspace(options, workspaceId, contacts);
  }
  return due.length > 0;
}

async function expireInWorkspace(
  options: AgeEngagementOptions,
  workspaceId: string,
  contacts: readonly DueContact[],
): Promise<void> {
  const { inWorkspace, logger } = options.base;
  const ids = contacts.map(({ contactId }) => contactId);
  await inWorkspace({ workspaceId }, async () =>
    options.unitOfWork(async () => expireEngagement(options, ids)),
  );
  logger.info({ workspace_id: workspaceId, contacts: ids.length }, 'engagement points expired');
}
