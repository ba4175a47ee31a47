import { describe, expect, it, jest } from '@jest/globals';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Send } from '../src/sends/index.ts';
import { toCounters, type Counters } from '../src/stats/index.ts';
import { createWorld, rows, startOutcomes } from './outcomes-harness.ts';
import { diceOf, randomOutcome } from './random-outcomes.ts';

jest.setTimeout(60_000);

const service = await sharedByTests(startOutcomes);
const rowsOf = async <Row extends object>(collection: string, filter: object): Promise<Row[]> =>
  rows<Row>(service, collection, filter);

describe('the counters', () => {
  it.each([1, 2, 3])('equal a replay of all sends after random outcomes (seed %s)', async (seed) => {
    const dice = diceOf(seed);
    const { random, pick } = dice;
    const { sends, campaign, record } = await createWorld(service, 60, {
      campaign: { stop_on_reply: random() < 0.5 },
    });
    const batches = Array.from({ length: 12 }, () =>
      Array.from({ length: 30 }, () => randomOutcome(pick(sends), dice)),
    );
    for (let from = 0; from < batches.length; from += 3)
      await Promise.all(batches.slice(from, from + 3).map(async (batch) => record(batch)));
    const stored = await rowsOf<Send>('sends', { campaign_id: campaign.id });
    const [total] = await rowsOf<{ counts: Partial<Counters> }>('campaign_totals', { _id: campaign.id });
    const buckets = await rowsOf<{ counts: Partial<Counters> }>('buckets', { campaign_id: campaign.id });
    const enrollments = await rowsOf<{ replied: boolean }>('enrollments', { campaign_id: campaign.id });
    const expected = replay(stored, enrollments);
    expect(toCounters(total?.counts)).toEqual(expected);
    expect(sumOf(buckets.map(({ counts }) => counts))).toEqual(expected);
    const days = await rowsOf<StoredDay>('stat_days', { campaign_id: campaign.id });
    expect(sumOf(days.flatMap(({ cells }) => Object.values(cells)))).toEqual(expected);
    expect(sumOf(days.flatMap(({ quarters }) => Object.values(quarters)))).toMatchObject(seriesOf(expected));
    const codes = await rowsOf<{ count: number }>('bounce_codes', { campaign_id: campaign.id });
    expect(codes.reduce((sum, { count }) => sum + count, 0)).toBe(expected.bounced);
  });
});

interface StoredDay {
  readonly cells: Readonly<Record<string, Partial<Counters>>>;
  readonly quarters: Readonly<Record<string, Partial<Counters>>>;
}

/** The counters of time series. */
function seriesOf({
  sent,
  delivered,
  opened,
  clicked,
  replied,
  bounced,
  unsubscribed,
  spam_complaints,
}: Counters) {
  return { sent, delivered, opened, clicked, replied, bounced, unsubscribed, spam_complaints };
}

/** The counters as they follow from the sends alone. */
function replay(sends: readonly Send[], enrollments: readonly { readonly replied: boolean }[]): Counters {
  const left = sends.filter(({ sent_at: sentAt }) => sentAt !== null);
  const countOf = (condition: (send: Send) => boolean): number => left.filter(condition).length;
  const sumBy = (value: (send: Send) => number): number => left.reduce((sum, send) => sum + value(send), 0);
  const byIntent = REPLY_INTENTS.map(
    (intent) => [intent, sumBy(({ reply_counts: counts }) => counts[intent] ?? 0)] as const,
  );
  const replies = new Map<string, number>(byIntent);
  const intents = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (replies.get(name) ?? 0), 0);
  const auto = intents('out_of_office', 'auto_reply');
  return toCounters({
    sent: left.length,
    delivered: countOf(({ status }) => status === 'delivered'),
    bounced: countOf(({ status }) => status === 'bounced'),
    opened: sumBy((send) => send.open_count),
    clicked: sumBy((send) => send.click_count),
    unique_opened: countOf((send) => send.opened_at !== null),
    unique_clicked: countOf((send) => send.clicked_at !== null),
    // Of every email, also of one that was not sent.
    unsubscribed: sends.filter((send) => send.unsubscribed_at !== null).length,
    spam_complaints: countOf((send) => send.complained_at !== null),
    replied: intents(...REPLY_INTENTS) - auto,
    auto_replied: auto,
    positive_replied: intents('interested', 'meeting_requested', 'question', 'referral'),
    unique_replied: enrollments.filter(({ replied }) => replied).length,
    contacted: left.length,
    ...Object.fromEntries(byIntent.map(([intent, count]) => [`intent_${intent}`, count])),
  });
}

function sumOf(all: readonly Partial<Counters>[]): Counters {
  const entries = Object.keys(toCounters()).map((name) => {
    const key = name as keyof Counters;
    return [key, all.reduce((sum, counts) => sum + (counts[key] ?? 0), 0)];
  });
  return Object.fromEntries(entries) as Counters;
}
