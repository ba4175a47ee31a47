import { pause, type Job } from '@outreach/service-kit';
import type { ImportRun } from './commit-chunk.job.ts';
import type { ImportJob } from './import-job.ts';
import type { ImportQueue } from './ports.ts';
import { failImport, runImport, type RunImportPorts } from './run-import.job.ts';

const POLL_MS = 500;
/** Imports that one process runs concurrently. */
const CONCURRENT_MAX = 8;
const RENEW_MS = 5_000;
/** Attempts after which a job ends as failed. */
const FAILURES_MAX = 5;
const FAILED = 'The import could not be finished; the counted rows were imported.';

export interface ImportWorkerOptions extends RunImportPorts {
  readonly queue: ImportQueue;
  /** Identifies this process. */
  readonly owner: string;
}

/** Claims and runs import jobs. */
export function importWorker(options: ImportWorkerOptions): Job {
  const { queue, owner } = options;
  return {
    name: 'imports',
    run: async (signal) => {
      const running = new Set<Promise<void>>();
      while (!signal.aborted) {
        const job = running.size < CONCURRENT_MAX ? await queue.claim(owner) : undefined;
        if (job === undefined) {
          await pause(POLL_MS, signal);
          continue;
        }
        const work = runJob(options, { job, owner, signal }).finally(() => running.delete(work));
        running.add(work);
      }
      await Promise.all(running);
    },
  };
}

async function runJob(options: ImportWorkerOptions, run: ImportRun): Promise<void> {
  const { queue, owner, logger } = options;
  const { job, signal } = run;
  const ids = { workspace_id: job.workspace_id, import_id: job.id, owner };
  const renewing = setInterval(() => {
    queue.renew(job.id, owner).catch((err: unknown) => {
      logger.warn({ ...ids, err }, 'the lease of an import was not renewed');
    });
  }, RENEW_MS);
  try {
    const outcome = await runImport(options, run);
    logger.info({ ...ids, outcome, attempt: job.failures + 1 }, 'import run finished');
    if (signal.aborted) await queue.giveBack(job.id, { owner, hasFailed: false });
  } catch (err) {
    logger.warn({ ...ids, attempt: job.failures + 1, err }, 'import run failed');
    await handleFailure(options, run).catch((thrown: unknown) => {
      logger.error(
        { ...ids, err: thrown },
        'the failure of an import was not stored; it is retried when its lease ends',
      );
    });
  } finally {
    clearInterval(renewing);
  }
}

async function handleFailure(options: ImportWorkerOptions, run: ImportRun): Promise<void> {
  const { job, owner } = run;
  if (isLastAttempt(job)) await failImport(options, run, FAILED);
  else await options.queue.giveBack(job.id, { owner, hasFailed: true });
}

function isLastAttempt({ failures }: ImportJob): boolean {
  return failures + 1 >= FAILURES_MAX;
}
