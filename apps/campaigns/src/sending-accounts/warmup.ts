import type { WarmupPlan } from './account.ts';
import { dayOf, daysBetween } from './zone-days.ts';

export interface WarmupStart {
  readonly enabledAt: Date | null;
  readonly zone: string | null;
}

/** 1 on the calendar day of the start, in the zone of the account; 0 while the warm-up is disabled. */
export function warmupDay({ enabledAt, zone }: WarmupStart, nowMs: number): number {
  if (enabledAt === null) return 0;
  return Math.max(1, daysBetween(dayOf(enabledAt.getTime(), zone), dayOf(nowMs, zone)) + 1);
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
