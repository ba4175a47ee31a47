import { pause, type Job, type Logger } from '@outreach/service-kit';
import type { ImportJob } from './import-job.ts';
import type { ImportQueue } from './ports.ts';
import type { Deps } from '../domain/ports.ts';
import { failImport, runImport } from './run-import.job.ts';
import type { ImportRun } from './commit-chunk.job.ts';

const POLL_MS = 500;
/** Imports that one process works on at once. */
const AT_ONCE_MAX = 8;
const RENEW_MS = 5_000;
/** Attempts after which a job ends as failed. */
const FAILURES_MAX = 5;
const FAILED = 'The import could not be finished; the rows counted so far were taken.';

export interface ImportWorkerOptions {
  readonly deps: Deps;
  readonly queue: ImportQueue;
  /** Names this process. */
  readonly owner: string;
  readonly logger: Logger;
}

/** Takes up queued jobs and those whose worker is gone. */
export function importWorker(options: ImportWorkerOptions): Job {
  const { queue, owner } = options;
  return {
    name: 'imports',
    run: async (signal) => {
      const running = new Set<Promise<void>>();
      while (!signal.aborted) {
        const job = running.size < AT_ONCE_MAX ? await queue.claim(owner) : undefined;
        if (job === undefined) {
          await pause(POLL_MS, signal);
          continue;
        }
        const work = attend(options, { job, owner, signal }).finally(() => running.delete(work));
        running.add(work);
      }
      await Promise.all(running);
    },
  };
}

/** Removes uploads that no job waits for: their process died before it queued one. */
export function stagedFilesSweeper({ deps, queue }: Pick<ImportWorkerOptions, 'deps' | 'queue'>): Job {
  return {
    name: 'staged-files',
    run: async (signal) => {
      while (!signal.aborted) {
        const old = await deps.stagedFiles.before(new Date(deps.clock.now() - ORPHAN_MS));
        const waitedFor = await queue.filesWaitedFor(old);
        for (const id of old) if (!waitedFor.has(id)) await deps.stagedFiles.remove(id);
        await pause(SWEEP_MS, signal);
      }
    },
  };
}

const SWEEP_MS = 60 * 60 * 1_000;
const ORPHAN_MS = 24 * SWEEP_MS;

async function attend(options: ImportWorkerOptions, run: ImportRun): Promise<void> {
  const { deps, queue, owner, logger } = options;
  const { job, signal } = run;
  const renewing = setInterval(() => void queue.renew(job.id, owner).catch(() => undefined), RENEW_MS);
  try {
    await runImport(deps, run);
    if (signal.aborted) await queue.giveBack(job.id, { owner, hasFailed: false });
  } catch (err) {
    logger.warn({ import_id: job.id, failures: job.failures + 1, err }, 'an import failed');
    await settleFailure(options, run).catch((thrown: unknown) => {
      logger.error({ import_id: job.id, err: thrown }, 'a failed import waits for the end of its lease');
    });
  } finally {
    clearInterval(renewing);
  }
}

async function settleFailure({ deps, queue }: ImportWorkerOptions, run: ImportRun): Promise<void> {
  const { job, owner } = run;
  if (isLastAttempt(job)) await failImport(deps, run, FAILED);
  else await queue.giveBack(job.id, { owner, hasFailed: true });
}

function isLastAttempt({ failures }: ImportJob): boolean {
  return failures + 1 >= FAILURES_MAX;
}
