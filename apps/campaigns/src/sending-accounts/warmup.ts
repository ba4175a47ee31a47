import type { Warmup, WarmupPlan } from './account.ts';
import { dayOf } from './zone-days.ts';

/** The warm-up of an account that starts now. */
export function startedWarmup(plan: WarmupPlan, now: Date): Warmup {
  return { ...plan, enabled_at: now, sent_days: 0, last_sent_day: null };
}

/**
 * The days on which the account has sent since the start, plus one until it has sent today: a fresh account is on day 1,
 * and days without an email do not count. 0 while the warm-up is disabled.
 */
export function warmupDay(
  { enabled_at: enabledAt, sent_days: sentDays, last_sent_day: lastDay }: Warmup,
  zone: string | null,
  nowMs: number,
): number {
  if (enabledAt === null) return 0;
  return lastDay === dayOf(nowMs, zone) ? sentDays : sentDays + 1;
}

/** The warm-up after emails that were sent at these times; the same object if it does not change. */
export function countSentDays(warmup: Warmup, zone: string | null, sentAt: readonly Date[]): Warmup {
  const { enabled_at: enabledAt, last_sent_day: lastDay } = warmup;
  if (enabledAt === null) return warmup;
  const counted = sentAt.filter((at) => at >= enabledAt).map((at) => dayOf(at.getTime(), zone));
  const days = [...new Set(counted)].filter((day) => lastDay === null || day > lastDay).sort();
  const last = days.at(-1);
  if (last === undefined) return warmup;
  return { ...warmup, sent_days: warmup.sent_days + days.length, last_sent_day: last };
}

/**
 * Emails that the warm-up allows on its day `day`: start + increment · (day − 1), at most the ceiling. With start 5,
 * increment 5 and ceiling 50, day 3 allows 15. Day 0 is a disabled warm-up, which limits nothing.
 */
export function warmupAllowance({ start, increment, ceiling }: WarmupPlan, day: number): number {
  if (day === 0) return Number.POSITIVE_INFINITY;
  return Math.min(ceiling, start + increment * (day - 1));
}

/** True while the warm-up allows less than its ceiling. */
export function isWarmingUp(plan: WarmupPlan, day: number): boolean {
  return day > 0 && warmupAllowance(plan, day) < plan.ceiling;
}
