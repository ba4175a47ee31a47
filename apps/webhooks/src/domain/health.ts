import type { HealthStatus } from '@outreach/contracts-webhooks';

const MINUTE_MS = 60_000;
const WINDOW_MS = 60 * MINUTE_MS;
const DEGRADED_SHARE = 0.1;
const JUDGED_ATTEMPTS_MIN = 10;
const HEALING_SUCCESSES = 10;

export interface MinuteCount {
  /** Start of the minute, ms since the epoch. */
  readonly at: number;
  readonly attempts: number;
  readonly failures: number;
}

/** What is remembered of an endpoint's attempts to judge its health. */
export interface HealthRecord {
  readonly status: Exclude<HealthStatus, 'paused'>;
  readonly successes_in_a_row: number;
  /** First failure since the last success, ms since the epoch. */
  readonly failing_since: number | null;
  /** The last hour, by the minute, oldest first. */
  readonly minutes: readonly MinuteCount[];
}

export const FRESH_HEALTH: HealthRecord = {
  status: 'healthy',
  successes_in_a_row: 0,
  failing_since: null,
  minutes: [],
};

export interface AttemptEnd {
  readonly endedAtMs: number;
  readonly success: boolean;
}

/** The record after one more attempt. */
export function judge(record: HealthRecord, { endedAtMs, success }: AttemptEnd): HealthRecord {
  const minutes = count(record.minutes, { endedAtMs, success });
  const successesInARow = success ? record.successes_in_a_row + 1 : 0;
  const failingSince = success ? null : (record.failing_since ?? endedAtMs);
  const next = { ...record, minutes, successes_in_a_row: successesInARow, failing_since: failingSince };
  return { ...next, status: statusOf(next, endedAtMs) };
}

function statusOf(record: HealthRecord, nowMs: number): HealthRecord['status'] {
  if (record.successes_in_a_row >= HEALING_SUCCESSES) return 'healthy';
  if (record.failing_since !== null && nowMs - record.failing_since > WINDOW_MS) return 'failed';
  if (record.status === 'failed') return 'failed';
  const attempts = sum(record.minutes, 'attempts');
  if (attempts < JUDGED_ATTEMPTS_MIN) return record.status;
  return sum(record.minutes, 'failures') / attempts > DEGRADED_SHARE ? 'degraded' : 'healthy';
}

function count(minutes: readonly MinuteCount[], { endedAtMs, success }: AttemptEnd): readonly MinuteCount[] {
  const at = endedAtMs - (endedAtMs % MINUTE_MS);
  const kept = minutes.filter((minute) => minute.at > at - WINDOW_MS && minute.at !== at);
  const present = minutes.find((minute) => minute.at === at) ?? { at, attempts: 0, failures: 0 };
  const counted = { at, attempts: present.attempts + 1, failures: present.failures + (success ? 0 : 1) };
  return [...kept, counted].toSorted((one, other) => one.at - other.at);
}

function sum(minutes: readonly MinuteCount[], member: 'attempts' | 'failures'): number {
  return minutes.reduce((total, minute) => total + minute[member], 0);
}
