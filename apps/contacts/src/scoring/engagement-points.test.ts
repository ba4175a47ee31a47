import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EngagementEvent } from '../timeline/engagement-event.ts';
import {
  COUNTED_EVENTS_MAX,
  COUNTED_TYPES,
  engagementOf,
  isCounted,
  WINDOW_MS,
  windowStart,
} from './engagement-points.ts';

const NOW_MS = Date.UTC(2026, 0, 31);
const HOUR_MS = 3_600_000;
const WORTH: Readonly<Record<string, number>> = { email_replied: 40, email_clicked: 15, email_opened: 3 };

function eventAt(
  event_type: EngagementEvent['event_type'],
  atMs: number,
  is_machine = false,
): EngagementEvent {
  return {
    id: `eng_${event_type}_${atMs}`,
    event_type,
    occurred_at: new Date(atMs),
    contact_id: 'ct_1',
    campaign_id: null,
    enrollment_id: null,
    send_id: null,
    step_number: null,
    variant_id: null,
    sending_account_id: null,
    is_machine,
    metadata: {},
  };
}

/** What a store answers: the newest of the window that count, no more than are needed. */
function newestCounted(events: readonly EngagementEvent[], nowMs: number): EngagementEvent[] {
  return events
    .filter((event) => isCounted(event) && event.occurred_at > windowStart(nowMs))
    .toSorted((one, other) => other.occurred_at.getTime() - one.occurred_at.getTime())
    .slice(0, COUNTED_EVENTS_MAX);
}

/** The rule as it is written down. */
function bruteForce(events: readonly EngagementEvent[], nowMs: number): number {
  const counting = events.filter(
    ({ is_machine, occurred_at }) => !is_machine && nowMs - occurred_at.getTime() < WINDOW_MS,
  );
  return Math.min(
    counting.reduce((sum, { event_type }) => sum + (WORTH[event_type] ?? 0), 0),
    100,
  );
}

const anyEvent = fc
  .record({
    type: fc.constantFrom(...COUNTED_TYPES, 'email_sent' as const, 'email_auto_replied' as const),
    hoursAgo: fc.integer({ min: 0, max: 100 * 24 }),
    isMachine: fc.boolean(),
  })
  .map(({ type, hoursAgo, isMachine }) => eventAt(type, NOW_MS - hoursAgo * HOUR_MS, isMachine));
const anyEvents = fc.array(anyEvent, { maxLength: 80 });

describe('the points of a contact', () => {
  it.each([
    [['email_opened'], 3],
    [['email_opened', 'email_opened', 'email_clicked'], 21],
    [['email_replied', 'email_clicked'], 55],
    [['email_replied', 'email_replied', 'email_replied'], 100],
    [['email_sent', 'email_bounced', 'email_unsubscribed', 'email_auto_replied'], 0],
  ] as const)('for %j are %d', (types, points) => {
    const events = types.map((type) => eventAt(type, NOW_MS));
    expect(engagementOf(newestCounted(events, NOW_MS)).points).toBe(points);
  });

  it('are those of the rule, for any events', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        expect(engagementOf(newestCounted(events, NOW_MS)).points).toBe(bruteForce(events, NOW_MS));
      }),
    );
  });

  it('stay so until the moment that is told with them, and are lower or told anew after it', () => {
    fc.assert(
      fc.property(anyEvents, fc.integer({ min: 0, max: 120 * 24 }), (events, hoursLater) => {
        const { points, until } = engagementOf(newestCounted(events, NOW_MS));
        const laterMs = NOW_MS + hoursLater * HOUR_MS;
        if (until === null) expect([points, bruteForce(events, laterMs)]).toEqual([0, 0]);
        else if (laterMs < until.getTime()) expect(bruteForce(events, laterMs)).toBe(points);
        else {
          const later = engagementOf(newestCounted(events, laterMs));
          expect(later.points).toBeLessThanOrEqual(points);
          expect(later.until?.getTime() ?? Infinity).toBeGreaterThan(laterMs);
        }
      }),
    );
  });

  it('end with the window to the millisecond', () => {
    const event = eventAt('email_replied', NOW_MS);
    const { until } = engagementOf([event]);
    expect(until).toEqual(new Date(NOW_MS + WINDOW_MS));
    expect(newestCounted([event], NOW_MS + WINDOW_MS - 1)).toHaveLength(1);
    expect(newestCounted([event], NOW_MS + WINDOW_MS)).toHaveLength(0);
  });
});
