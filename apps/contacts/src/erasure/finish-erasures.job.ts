import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { hashSuppressions, type SuppressionStore } from '../suppressions/index.ts';
import { nextRecheckAt } from './next-recheck.ts';
import type { ErasureRecheck, PersonalData } from './ports.ts';

/** Erasures that one process finishes concurrently. */
const SLOTS = 4;
/** Of these, erasures of one workspace. */
const SLOTS_PER_WORKSPACE = 2;

export interface FinishErasuresOptions {
  readonly queue: WorkQueue<WorkFields & ErasureRecheck>;
  readonly personalData: PersonalData;
  readonly suppressions: SuppressionStore;
  readonly base: ServiceBase;
}

/**
 * Erases the data of erased contacts again: a transaction that only read the contact during its erasure does not
 * conflict with it, and its reply, its suppression or its events may have been stored afterwards.
 */
export function finishErasuresJob(options: FinishErasuresOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'finish-erasures',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => finish(options, claim),
    logger: base.logger,
  });
}

async function finish(
  { queue, personalData, suppressions, base }: FinishErasuresOptions,
  claim: Claim<ErasureRecheck>,
): Promise<void> {
  const { id, workspaceId } = claim;
  const { contact_id: contactId, email_sha256, created_at, rechecks = 0 } = claim.row;
  const done = { rechecks: rechecks + 1 };
  const nextAt = nextRecheckAt({ created_at, ...done });
  await base.inWorkspace({ workspaceId }, async () =>
    base.units.unitOfWork(async () => {
      const ended = nextAt === undefined ? queue.finish(claim, done) : queue.retryAt(claim, nextAt, done);
      requireClaim(await ended);
      const erased = { id: contactId, email: undefined, email_sha256 };
      for (const { scrub } of personalData) await scrub(erased);
      await hashSuppressions({ suppressions }, erased);
    }),
  );
  base.logger.info(
    { workspace_id: workspaceId, contact_id: contactId, retention_log_id: id, ...done },
    'personal data erased again',
  );
}
