import {
  requireClaim,
  retryOrEnd,
  workQueueJob,
  type Claim,
  type WorkFailure,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { KnownFailure } from '../json-server/index.ts';
import { getVerification } from './manage-verifications.ts';
import {
  end,
  runVerification,
  type RunVerificationPorts,
  type VerificationRun,
} from './run-verification.job.ts';
import type { VerificationJob } from './verification-job.ts';

/** Jobs that one process runs concurrently. */
const SLOTS = 8;
/** Of these, jobs of one workspace. */
const SLOTS_PER_WORKSPACE = 2;
/** Longest pause before the next attempt that an external server can ask for. */
const PAUSE_MS_MAX = 3_600_000;

type QueuedJob = WorkFields & Pick<VerificationJob, 'failures' | 'status'>;
type VerificationClaim = Claim<Pick<VerificationJob, 'failures'>>;

export interface VerificationWorkerOptions extends RunVerificationPorts {
  readonly queue: WorkQueue<QueuedJob>;
}

/** Claims and runs verification jobs. */
export function verificationWorker(options: VerificationWorkerOptions): Job {
  const { queue, logger } = options;
  return workQueueJob({
    name: 'verifications',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => runJob(options, claim, signal),
    onError: async (claim, failure) => handleFailure(options, claim, failure),
    logger,
  });
}

async function runJob(
  options: VerificationWorkerOptions,
  claim: VerificationClaim,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, logger } = options;
  requireClaim(await queue.renew(claim, { status: 'running' }));
  const outcome = await runVerification(options, await toRun(options, claim, signal));
  const ids = { workspace_id: claim.workspaceId, verification_id: claim.id };
  logger.info({ ...ids, outcome, attempt: claim.row.failures + 1 }, 'verification run finished');
  if (outcome === 'stopped') requireClaim(await queue.retryAt(claim, new Date(clock.now())));
}

async function handleFailure(
  options: VerificationWorkerOptions,
  claim: VerificationClaim,
  failure: WorkFailure,
): Promise<void> {
  const { thrown } = failure;
  const run = await toRun(options, claim, new AbortController().signal);
  const askedMs = thrown instanceof KnownFailure ? (thrown.retryAtMs ?? 0) - options.clock.now() : 0;
  await retryOrEnd(options.queue, {
    claim,
    failure,
    failures: run.job.failures,
    pauseMsMin: Math.min(askedMs, PAUSE_MS_MAX),
    end: async () => end(options, run, 'fail'),
  });
}

async function toRun(
  ports: RunVerificationPorts,
  { id, workspaceId, token }: VerificationClaim,
  signal: AbortSignal,
): Promise<VerificationRun> {
  const job = await ports.inWorkspace({ workspaceId }, async () => getVerification(ports, id));
  return { job, token, signal };
}
