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
import type { ImportRun } from './commit-chunk.job.ts';
import type { ImportAttempts } from './import-job.ts';
import { getImport } from './manage-imports.ts';
import type { ImportStore } from './ports.ts';
import { failImport, runImport, type RunImportPorts } from './run-import.job.ts';

/** Imports that one process runs concurrently. */
const SLOTS = 8;
/** The queue allows the same number for a workspace in all processes together. */
const SLOTS_PER_WORKSPACE = 5;
const FAILED = 'The import could not be finished; the counted rows were imported.';

type ImportClaim = Claim<ImportAttempts>;

export interface ImportWorkerOptions extends RunImportPorts {
  readonly imports: RunImportPorts['imports'] & Pick<ImportStore, 'position'>;
  readonly queue: WorkQueue<WorkFields & ImportAttempts>;
}

/** Claims and runs import jobs. */
export function importWorker(options: ImportWorkerOptions): Job {
  const { queue, logger } = options;
  return workQueueJob({
    name: 'imports',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => runJob(options, claim, signal),
    onError: async (claim, failure) => handleFailure(options, claim, failure),
    logger,
  });
}

async function runJob(options: ImportWorkerOptions, claim: ImportClaim, signal: AbortSignal): Promise<void> {
  const { queue, clock, logger } = options;
  const outcome = await runImport(options, await toRun(options, claim, signal));
  const ids = { workspace_id: claim.workspaceId, import_id: claim.id };
  logger.info({ ...ids, outcome, attempt: claim.row.failures + 1 }, 'import run finished');
  if (outcome !== 'stopped') return;
  const { failures } = (await toRun(options, claim, signal)).job;
  requireClaim(await queue.retryAt(claim, new Date(clock.now()), { failures }));
}

async function handleFailure(
  options: ImportWorkerOptions,
  claim: ImportClaim,
  failure: WorkFailure,
): Promise<void> {
  const run = await toRun(options, claim, new AbortController().signal);
  const { failures } = run.job;
  const end = async (): Promise<void> => failImport(options, run, FAILED);
  await retryOrEnd(options.queue, { claim, failure, failures, end });
}

async function toRun(
  { imports, inWorkspace }: ImportWorkerOptions,
  { id, workspaceId, token }: ImportClaim,
  signal: AbortSignal,
): Promise<ImportRun> {
  return inWorkspace({ workspaceId }, async () => ({
    job: await getImport(imports, id),
    position: await imports.position(id),
    token,
    signal,
  }));
}
