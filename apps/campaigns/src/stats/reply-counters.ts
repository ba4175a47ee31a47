import { isAutomatic, isPositive, type ReplyIntent } from '../feedback/index.ts';
import { intentCounter, sumCounters, type Counters } from './counters.ts';

/** The counters of one reply, without `unique_replied`. */
function countersOf(intent: ReplyIntent): Partial<Counters> {
  const byIntent = { [intentCounter(intent)]: 1 };
  if (isAutomatic(intent)) return { auto_replied: 1, ...byIntent };
  return { replied: 1, ...(isPositive(intent) && { positive_replied: 1 }), ...byIntent };
}

/** How the counters change when the intent of a reply is corrected. */
function correctedCounters(before: ReplyIntent, after: ReplyIntent): Partial<Counters> {
  const removed = Object.entries(countersOf(before)).map(([name, count]) => [name, -count] as const);
  const sums = sumCounters([countersOf(after), Object.fromEntries(removed)]);
  return Object.fromEntries(Object.entries(sums).filter(([, count]) => count !== 0));
}

/** The counters of replies, and how they change when an intent is corrected. */
export const replyCounters = { of: countersOf, corrected: correctedCounters };
