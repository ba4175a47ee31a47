import { healthStates, type HealthStatus } from '@outreach/contracts-webhooks';

const MINUTE_MS = 60_000;
const WINDOW_MS = 60 * MINUTE_MS;
/** More failures than this share of the attempts of an hour degrade an endpoint. */
const DEGRADED_FAILURE_SHARE = 0.1;
/** The failure share is evaluated from this many attempts on. */
const EVALUATED_ATTEMPTS_MIN = 10;
const RECOVERY_SUCCESSES = 10;
/** With fewer attempts, this many failures in a row degrade an endpoint. */
const QUIET_FAILURES = 3;

export interface MinuteCount {
  /** Start of the minute, ms since the epoch. */
  readonly at: number;
  readonly attempts: number;
  readonly failures: number;
}

/** The recent attempts of an endpoint, and the health that follows from them. */
export interface HealthState {
  readonly status: Exclude<HealthStatus, 'paused'>;
  readonly successes_in_a_row: number;
  readonly failures_in_a_row: number;
  /** True if the endpoint is degraded by failures in a row with few attempts: one success ends it. */
  readonly degraded_while_quiet: boolean;
  /** First failure since the last success, ms since the epoch. */
  readonly failing_since: number | null;
  /** The last hour by the minute, oldest first. */
  readonly minutes: readonly MinuteCount[];
  /** The last activation, ms since the epoch; null before the first one. */
  readonly cleared_at: number | null;
}

export const INITIAL_HEALTH: HealthState = {
  status: 'healthy',
  successes_in_a_row: 0,
  failures_in_a_row: 0,
  degraded_while_quiet: false,
  failing_since: null,
  minutes: [],
  cleared_at: null,
};

export interface EndedAttempt {
  readonly endedAtMs: number;
  readonly success: boolean;
}

/**
 * The health after one more attempt. Attempts that ended before `cleared_at` count no longer: the endpoint was activated
 * since then.
 */
export function nextHealth(state: HealthState, { endedAtMs, success }: EndedAttempt): HealthState {
  if (endedAtMs < (state.cleared_at ?? 0)) return state;
  const next = {
    ...state,
    minutes: addToMinutes(state.minutes, { endedAtMs, success }),
    successes_in_a_row: success ? state.successes_in_a_row + 1 : 0,
    failures_in_a_row: success ? 0 : state.failures_in_a_row + 1,
    failing_since: success ? null : (state.failing_since ?? endedAtMs),
  };
  const isQuiet = sum(next.minutes, 'attempts') < EVALUATED_ATTEMPTS_MIN;
  const operation = operationOf(next, { nowMs: endedAtMs, isQuiet });
  const status = operation === undefined ? next.status : afterOutcome(next.status, operation);
  const isNew = next.status !== 'degraded';
  const degraded_while_quiet = status === 'degraded' && isQuiet && (isNew || next.degraded_while_quiet);
  return { ...next, status, degraded_while_quiet };
}

/** The health of an activated endpoint: healthy, without the failures of the time before. */
export function activatedHealth(nowMs: number): HealthState {
  return { ...INITIAL_HEALTH, cleared_at: nowMs };
}

type OutcomeOperation = 'degrade' | 'fail' | 'ease' | 'recover';

/**
 * `recover` after 10 successes in a row; `fail` after more than an hour of failures only; `degrade` if more than 10 % of
 * at least 10 attempts in the last hour failed, else `ease`. With fewer attempts, `degrade` after 3 failures in a row, and
 * `ease` after a success if such failures degraded the endpoint.
 */
function operationOf(
  state: HealthState,
  { nowMs, isQuiet }: { readonly nowMs: number; readonly isQuiet: boolean },
): OutcomeOperation | undefined {
  if (state.successes_in_a_row >= RECOVERY_SUCCESSES) return 'recover';
  if (state.failing_since !== null && nowMs - state.failing_since > WINDOW_MS) return 'fail';
  if (isQuiet) {
    if (state.failures_in_a_row >= QUIET_FAILURES) return 'degrade';
    return state.degraded_while_quiet && state.successes_in_a_row > 0 ? 'ease' : undefined;
  }
  const attempts = sum(state.minutes, 'attempts');
  return sum(state.minutes, 'failures') / attempts > DEGRADED_FAILURE_SHARE ? 'degrade' : 'ease';
}

/** The table leads from the states of active endpoints to the same states only. */
function afterOutcome(status: HealthState['status'], operation: OutcomeOperation): HealthState['status'] {
  const after = healthStates.next(status, operation);
  return after === undefined || after === 'paused' ? status : after;
}

function addToMinutes(
  minutes: readonly MinuteCount[],
  { endedAtMs, success }: EndedAttempt,
): readonly MinuteCount[] {
  const at = endedAtMs - (endedAtMs % MINUTE_MS);
  const others = minutes.filter((minute) => minute.at > at - WINDOW_MS && minute.at !== at);
  const known = minutes.find((minute) => minute.at === at) ?? { at, attempts: 0, failures: 0 };
  const counted = { at, attempts: known.attempts + 1, failures: known.failures + (success ? 0 : 1) };
  return [...others, counted].toSorted((a, b) => a.at - b.at);
}

function sum(minutes: readonly MinuteCount[], field: 'attempts' | 'failures'): number {
  return minutes.reduce((total, minute) => total + minute[field], 0);
}
