import type { Send } from '../sends/index.ts';
import { allowanceOf } from './account-state.ts';
import type { PlacesPorts } from './ports.ts';
import { dayNumber, dayNumberOf, dayText, nextDayMs, zoneFor } from './send-window.ts';

/** An answer is searched a place on this many days. */
const DAYS_MAX = 64;

/** An answer that needs a place in the limit of its account. */
export interface UnplacedAnswer extends Pick<Send, 'id' | 'sending_account_id'> {
  /** The day on which it has counted so far, `YYYY-MM-DD`; null for a new answer. */
  readonly account_day: string | null;
}

/** When an answer is sent, and the day on which it counts. */
export interface AnswerPlace {
  readonly at: Date;
  readonly account_day: string;
}

/** Counts answers in the daily limits of their accounts. Windows, send days and limits of campaigns do not apply. */
export interface AnswerPlaces {
  /**
   * Part of a transaction: gives each answer the first day with room from today on, by its id. An answer has none if its
   * account does not exist.
   */
  take(answers: readonly UnplacedAnswer[]): Promise<ReadonlyMap<string, AnswerPlace>>;
}

const NOTHING_PLANNED = { days: new Map<number, number>() };

export async function takeAnswerPlaces(
  { planned, accounts, clock }: PlacesPorts,
  answers: readonly UnplacedAnswer[],
): Promise<ReadonlyMap<string, AnswerPlace>> {
  const nowMs = clock.now();
  const ids = [...new Set(answers.map(({ sending_account_id: id }) => id))];
  const stored = await accounts.findByIds(ids);
  const plannedOf = await planned.accounts(ids);
  const places = new Map<string, AnswerPlace>();
  const released = new DayCounts();
  const added = new DayCounts();
  for (const account of stored) {
    const known = plannedOf.get(account.id) ?? NOTHING_PLANNED;
    const days = new Map(known.days);
    const allowanceOn = allowanceOf(account, known, nowMs);
    for (const { id, account_day: before } of answers.filter(
      (one) => one.sending_account_id === account.id,
    )) {
      if (before !== null) {
        change(days, dayNumberOf(before), -1);
        released.count(account.id, before);
      }
      const place = firstPlace({ days, allowanceOn, zone: zoneFor(null, account.time_zone) }, nowMs);
      change(days, dayNumberOf(place.account_day), 1);
      added.count(account.id, place.account_day);
      places.set(id, place);
    }
  }
  await planned.release({ accounts: released.byAccount, campaigns: new Map() });
  await planned.add({ accounts: added.byAccount, campaigns: new Map() });
  return places;
}

interface Room {
  readonly days: ReadonlyMap<number, number>;
  readonly allowanceOn: (day: number) => number;
  readonly zone: string;
}

/** Now, or the start of the first day with room; the last day of the search if none has. */
function firstPlace({ days, allowanceOn, zone }: Room, nowMs: number): AnswerPlace {
  let atMs = nowMs;
  for (let count = 1; count < DAYS_MAX; count += 1) {
    const day = dayNumber(zone, atMs);
    if ((days.get(day) ?? 0) < allowanceOn(day)) break;
    atMs = nextDayMs(zone, atMs);
  }
  return { at: new Date(atMs), account_day: dayText(dayNumber(zone, atMs)) };
}

function change(days: Map<number, number>, day: number, by: number): void {
  days.set(day, (days.get(day) ?? 0) + by);
}

/** Numbers of emails by account and day. */
class DayCounts {
  readonly byAccount = new Map<string, Map<string, number>>();

  count(accountId: string, day: string): void {
    const days = this.byAccount.get(accountId) ?? new Map<string, number>();
    this.byAccount.set(accountId, days.set(day, (days.get(day) ?? 0) + 1));
  }
}
