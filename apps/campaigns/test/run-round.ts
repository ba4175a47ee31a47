import type { Job } from '@outreach/service-kit/lifecycle';

/** Runs one round of a polling job at once, beside the job of the running service. */
export async function runRound(jobs: readonly Job[], name: string): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`The service has no job ${name}.`);
  const stopping = new AbortController();
  const round = job.run(stopping.signal);
  // The job has begun its first round, and begins no second.
  stopping.abort();
  await round;
}
