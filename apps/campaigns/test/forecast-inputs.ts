import type { ForecastInput } from '../src/planning/forecast-model.ts';
import type { PlanAccount, PlanSettings } from '../src/planning/plan-model.ts';
import { account as plannedAccount, MINUTE_MS, NOON } from './plan-inputs.ts';

export const HORIZON_MS = 15 * MINUTE_MS;
export const SETTINGS: PlanSettings = {
  send_window_start: 9,
  send_window_end: 17,
  send_days: [1, 2, 3, 4, 5],
  daily_send_limit: 50,
  max_new_leads_per_day: 0,
  smart_time_gaps: false,
};

export const account = (id: string, changes: Partial<PlanAccount> = {}): PlanAccount =>
  plannedAccount(id, { minGapMs: 10 * MINUTE_MS, maxGapMs: 20 * MINUTE_MS, untilMs: 0, ...changes });

export const input = (changes: Partial<ForecastInput>): ForecastInput => ({
  nowMs: NOON,
  horizonMs: HORIZON_MS,
  settings: SETTINGS,
  delaysMs: [0],
  days: new Map(),
  accounts: [account('a')],
  cohorts: [],
  ...changes,
});
