import type { Job, StartableResource } from './lifecycle.ts';
import type { Logger } from '../logger.ts';
import { counter } from '../metrics/metrics.ts';
import { withScope } from '../scope.ts';

const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;

const restarts = counter('job_restarts_total', 'Restarts of jobs that ended with an error.', ['job']);

/** Runs jobs until `stop`. A job that throws or returns early is started again with growing pauses. */
export function supervise(jobs: readonly Job[], logger: Logger): StartableResource {
  const abort = new AbortController();
  let running: Promise<void>[] = [];
  return {
    name: `jobs: ${jobs.map((job) => job.name).join(', ')}`,
    start: async () => {
      running = jobs.map((job) => keepRunning(job, abort.signal, logger));
      return Promise.resolve();
    },
    stop: async () => {
      abort.abort();
      await Promise.all(running);
    },
  };
}

async function keepRunning(job: Job, signal: AbortSignal, logger: Logger): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const startedAtMs = performance.now();
    try {
      await withScope({ job: job.name }, async () => job.run(signal));
    } catch (err) {
      logger.error({ job: job.name, err }, 'job failed and starts again');
    }
    if (signal.aborted) return;
    restarts.inc({ job: job.name });
    pauseMs =
      performance.now() - startedAtMs > PAUSE_MS_MAX ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, PAUSE_MS_MAX);
    await pause(pauseMs, signal);
  }
}

/** Waits for `ms` or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish, { once: true });
  });
}
