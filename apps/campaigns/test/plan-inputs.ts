import type { DueItem, PlanAccount, PlanInput, PlanSettings } from '../src/planning/plan-model.ts';

export const MINUTE_MS = 60_000;
const HORIZON_MS = 15 * MINUTE_MS;
/** Wednesday. */
export const NOON = Date.UTC(2026, 5, 10, 12);
export const ALL_DAY: PlanSettings = {
  send_window_start: 0,
  send_window_end: 24,
  send_days: [1, 2, 3, 4, 5, 6, 7],
  daily_send_limit: 1_000,
  max_new_leads_per_day: 0,
  smart_time_gaps: false,
};

/** A due step of one enrollment. */
export interface Lead extends DueItem {
  readonly id: string;
}

export const lead = (id: string, dueMs = NOON): Lead => ({ id, dueMs, count: 1 });

export const account = (id: string, changes: Partial<PlanAccount> = {}): PlanAccount => ({
  id,
  zone: null,
  health: 100,
  minGapMs: MINUTE_MS,
  maxGapMs: 2 * MINUTE_MS,
  freeAtMs: 0,
  untilMs: NOON + HORIZON_MS,
  turnMs: Number.POSITIVE_INFINITY,
  allowanceOn: () => 30,
  planned: new Map(),
  takesNewLeads: true,
  mailProvider: null,
  ...changes,
});

export const input = (changes: Partial<PlanInput<Lead>>): PlanInput<Lead> => ({
  nowMs: NOON,
  settings: ALL_DAY,
  days: new Map(),
  accounts: [account('a')],
  queues: [],
  random: () => 0.5,
  max: 300,
  ...changes,
});
