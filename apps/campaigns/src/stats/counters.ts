import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';

/** The counters of time series. */
const SERIES_COUNTERS = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'replied',
  'bounced',
  'unsubscribed',
  'spam_complaints',
] as const;

/** Counters of emails, in totals and in buckets. The `unique` ones count each send once. */
const EMAIL_COUNTERS = [
  ...SERIES_COUNTERS,
  'unique_opened',
  'unique_clicked',
  'unique_replied',
  /** Contacts whose first email was sent. */
  'contacted',
  'auto_replied',
  'positive_replied',
  /** Contacts that have been sent every step. */
  'completed',
] as const;
type EmailCounter = (typeof EMAIL_COUNTERS)[number];

/** The counters of a workspace, of its campaigns and of its accounts; `enrolled` counts enrollments. */
export const OWNER_COUNTERS = [...EMAIL_COUNTERS, 'enrolled'] as const;
export type OwnerCounter = (typeof OWNER_COUNTERS)[number];
export type OwnerCounts = Readonly<Record<OwnerCounter, number>>;

type IntentCounter = `intent_${(typeof REPLY_INTENTS)[number]}`;

export type CounterName = EmailCounter | IntentCounter;
export type Counters = Readonly<Record<CounterName, number>>;
/** The counters of which metrics are made. */
export type EmailCounts = Readonly<Record<EmailCounter, number>>;

/** The counter of the replies with an intent. */
export function intentCounter(intent: (typeof REPLY_INTENTS)[number]): IntentCounter {
  return `intent_${intent}`;
}

export const COUNTER_NAMES: readonly CounterName[] = [
  ...EMAIL_COUNTERS,
  ...REPLY_INTENTS.map((intent) => intentCounter(intent)),
];

/** All counters; those that are not given are 0. */
export function toCounters(counts: Partial<Counters> = {}): Counters {
  return Object.fromEntries(COUNTER_NAMES.map((name) => [name, counts[name] ?? 0])) as Record<
    CounterName,
    number
  >;
}

/** The sum of counters, name by name. */
export function sumCounters(summands: readonly Partial<Counters>[]): Partial<Counters> {
  return sumBy(COUNTER_NAMES, summands);
}

/** The sum of the counters of owners, name by name. Other counters are left out. */
export function sumOwnerCounts(summands: readonly Partial<Record<string, number>>[]): Partial<OwnerCounts> {
  return sumBy(OWNER_COUNTERS, summands);
}

function sumBy<Name extends string>(
  names: readonly Name[],
  summands: readonly Partial<Record<Name, number>>[],
): Partial<Record<Name, number>> {
  const sums: Partial<Record<Name, number>> = {};
  for (const counts of summands)
    for (const name of names) {
      const count = counts[name];
      if (count !== undefined) sums[name] = (sums[name] ?? 0) + count;
    }
  return sums;
}

export const QUARTER_MS = 15 * 60 * 1_000;

/** The start of the quarter of an hour. Zones have offsets of 30 and 45 minutes, so hours are too coarse. */
export function quarterOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
}

export function toSeries(counts: Partial<Counters>): Partial<Counters> {
  return Object.fromEntries(
    SERIES_COUNTERS.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]])),
  );
}
