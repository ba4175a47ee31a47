import type { SendingAccount } from '../../data/accounts.ts';

const DAYS_MAX = 60;

export interface WarmupDay {
  readonly day: number;
  /** Emails that the day allows. */
  readonly allowed: number;
}

type WarmupAccount = Pick<SendingAccount, 'warmup' | 'daily_limit'>;

/** Emails that the account may send on a day of its warm-up; after it, its daily limit. */
export function allowedOn({ warmup, daily_limit }: WarmupAccount, day: number): number {
  if (!warmup.enabled || day === 0) return daily_limit;
  const { start, increment, ceiling } = warmup;
  return Math.min(daily_limit, ceiling, start + increment * (day - 1));
}

/** The days until the warm-up or the daily limit allows no more, with the current day. */
export function warmupDays(account: WarmupAccount): readonly WarmupDay[] {
  const { day: today, start, increment, ceiling } = account.warmup;
  const most = Math.min(account.daily_limit, ceiling);
  const last = increment === 0 ? 1 : 1 + Math.ceil(Math.max(most - start, 0) / increment);
  const count = Math.min(Math.max(last, today), DAYS_MAX);
  return Array.from({ length: count }, (_, index) => ({
    day: index + 1,
    allowed: allowedOn(account, index + 1),
  }));
}
