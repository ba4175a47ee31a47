import type { Call } from './calls.ts';
import { isRecord } from './errors.ts';
import { systemClock } from './retries.ts';
import type { Schema } from './types.ts';

const INTERVAL_DEFAULT_MS = 2_000;

/** Long-running jobs and their resources. */
export interface Jobs {
  import: Schema<'ImportJob'>;
  export: Schema<'Export'>;
  replay: Schema<'WebhookReplay'>;
  verification: Schema<'VerificationJob'>;
}

/** Status → true if the job has ended. A status that is missing here is an error of the compiler. */
type Statuses<Kind extends keyof Jobs> = Readonly<Record<Jobs[Kind]['status'], boolean>>;

const IMPORT_ENDED: Statuses<'import'> = {
  queued: false,
  processing: false,
  completed: true,
  completed_with_errors: true,
  failed: true,
  canceled: true,
};
const EXPORT_ENDED: Statuses<'export'> = {
  queued: false,
  processing: false,
  completed: true,
  failed: true,
  expired: true,
};
const REPLAY_ENDED: Statuses<'replay'> = { queued: false, running: false, completed: true, canceled: true };
const VERIFICATION_ENDED: Statuses<'verification'> = {
  queued: false,
  running: false,
  completed: true,
  canceled: true,
  failed: true,
};

const KINDS = {
  import: { path: '/api/v1/imports/{id}/', ended: IMPORT_ENDED },
  export: { path: '/api/v1/exports/{id}/', ended: EXPORT_ENDED },
  replay: { path: '/api/v1/webhooks/{webhookId}/replays/{replayId}/', ended: REPLAY_ENDED },
  verification: { path: '/api/v1/verifications/{id}/', ended: VERIFICATION_ENDED },
} satisfies Record<keyof Jobs, { path: string; ended: Readonly<Record<string, boolean>> }>;

/** A replay has two ids. */
export type JobId<Kind extends keyof Jobs> = Kind extends 'replay'
  ? { webhookId: string; replayId: string }
  : string;

export interface WaitOptions<Job> {
  /** Called with the resource after each poll, the last one included. */
  readonly onProgress?: (job: Job) => void;
  /** Time between polls, by default 2 s. */
  readonly intervalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Polls a job until it has ended, in any status: completed, failed, canceled, and so on. */
export async function waitForJob(
  call: Call,
  job: { kind: keyof Jobs; id: string | Readonly<Record<string, string>> },
  options: WaitOptions<unknown> & { readonly clientSignal: AbortSignal | undefined },
): Promise<unknown> {
  const { onProgress, intervalMs = INTERVAL_DEFAULT_MS, signal, clientSignal } = options;
  const signals = [signal, clientSignal].filter((one) => one !== undefined);
  const { path, ended } = KINDS[job.kind];
  const endedByStatus = new Map<unknown, boolean>(Object.entries(ended));
  const ids = typeof job.id === 'string' ? { id: job.id } : job.id;
  for (;;) {
    const found = await call('get', path, { params: { path: ids }, signal });
    onProgress?.(found);
    if (isRecord(found) && endedByStatus.get(found['status']) === true) return found;
    await systemClock.sleep(intervalMs, signals);
  }
}
