import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { MailboxTurns, WaitingMailboxes } from './mailbox-turns.ts';

const EVERY_MS = 1_000;

/** Ends connections of this process while due mailboxes have none. */
export function turnMailboxesJob(
  turns: MailboxTurns,
  waiting: { countByWorkspace(): Promise<WaitingMailboxes> },
): Job {
  return pollingJob({
    name: 'turn-mailboxes',
    everyMs: EVERY_MS,
    run: async () => {
      if (turns.isFull()) turns.makeRoom(await waiting.countByWorkspace());
      return false;
    },
  });
}
