import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Clock, Job } from '@outreach/service-kit';
import type { UnitOfWork } from '../contact-records/index.ts';
import type { PersonalData, RetentionLogQueue } from './ports.ts';

const ROUND_MS = 2_000;
/** Longer than any command: every command that read the contact before its erasure has committed or failed by then. */
const RECHECK_AFTER_MS = 15_000;

export interface FinishErasuresOptions {
  readonly logs: RetentionLogQueue;
  readonly personalData: PersonalData;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/**
 * Erases the data of erased contacts a second time: a request that only read the contact during its erasure does not
 * conflict with it, and its reply may have been stored afterwards.
 */
export function finishErasuresJob(options: FinishErasuresOptions): Job {
  return pollingJob({
    name: 'finish-erasures',
    everyMs: ROUND_MS,
    run: async () => {
      await finishRound(options);
      return false;
    },
  });
}

async function finishRound({
  logs,
  personalData,
  unitOfWork,
  clock,
  base,
}: FinishErasuresOptions): Promise<void> {
  const waiting = await logs.unfinished(new Date(clock.now() - RECHECK_AFTER_MS));
  for (const { id, contact_id: contactId, workspace_id: workspaceId } of waiting) {
    await base.inWorkspace({ workspaceId }, async () =>
      unitOfWork(async () => {
        for (const { scrub } of personalData) await scrub({ id: contactId, email: undefined });
        await logs.finish(id);
      }),
    );
    base.logger.info(
      { workspace_id: workspaceId, contact_id: contactId, retention_log_id: id },
      'erasure finished',
    );
  }
}
