import { pollingJob, type LeaderLease } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { recheckDeletions } from './handle-deletions.ts';
import type { ContactLinkPorts } from './ports.ts';

const ROUND_MS = 5_000;
const CONTACTS_PER_ROUND = 500;

/** Rechecks deleted contacts a minute after their deletion. Two processes that run it at once do no harm. */
export function recheckDeletionsJob(ports: ContactLinkPorts, leader: LeaderLease): Job {
  return pollingJob({
    name: 'recheck-deletions',
    everyMs: ROUND_MS,
    leader,
    run: async () => {
      const due = await ports.deletions.findDue(new Date(ports.clock.now()), CONTACTS_PER_ROUND);
      for (const [workspaceId, deletions] of Map.groupBy(due, (deletion) => deletion.workspaceId))
        await ports.commitIn(workspaceId, async () => recheckDeletions(ports, { workspaceId, deletions }));
      return due.length === CONTACTS_PER_ROUND;
    },
  });
}
