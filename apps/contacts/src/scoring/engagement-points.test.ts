import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  COUNTED_EVENTS_MAX,
  COUNTED_TYPES,
  engagementOf,
  isCounted,
  WINDOW_MS,
  windowStart,
  type CountedEvent,
} from './engagement-points.ts';

const NOW_MS = Date.UTC(2026, 0, 31);
const HOUR_MS = 3_600_000;
const WORTH: Readonly<Record<string, number>> = { email_replied: 40, email_clicked: 15, email_opened: 3 };

interface TestEvent extends CountedEvent {
  readonly is_machine: boolean;
}

function eventAt(event_type: TestEvent['event_type'], atMs: number, is_machine = false): TestEvent {
  return { event_type, occurred_at: new Date(atMs), is_machine };
}

/** The result of the store: the newest counted events in the window, no more than are needed. */
function newestCounted(events: readonly TestEvent[], nowMs: number): TestEvent[] {
  return events
    .filter((event) => isCounted(event) && event.occurred_at > windowStart(nowMs))
    .toSorted((first, second) => second.occurred_at.getTime() - first.occurred_at.getTime())
    .slice(0, COUNTED_EVENTS_MAX);
}

/** The points by definition. */
function bruteForce(events: readonly TestEvent[], nowMs: number): number {
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

describe('engagementOf', () => {
  it.each([
    [['email_opened'], 3],
    [['email_opened', 'email_opened', 'email_clicked'], 21],
    [['email_replied', 'email_clicked'], 55],
    [['email_replied', 'email_replied', 'email_replied'], 100],
    [['email_sent', 'email_bounced', 'email_unsubscribed', 'email_auto_replied'], 0],
  ] as const)('returns for %j %d points', (types, points) => {
    const events = types.map((type) => eventAt(type, NOW_MS));
    expect(engagementOf(newestCounted(events, NOW_MS)).points).toBe(points);
  });

  it('returns the points by definition for any events', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        expect(engagementOf(newestCounted(events, NOW_MS)).points).toBe(bruteForce(events, NOW_MS));
      }),
    );
  });

  it('returns the time until which the points stay unchanged', () => {
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

  it('ends the window to the millisecond', () => {
    const event = eventAt('email_replied', NOW_MS);
    const { until } = engagementOf([event]);
    expect(until).toEqual(new Date(NOW_MS + WINDOW_MS));
    expect(newestCounted([event], NOW_MS + WINDOW_MS - 1)).toHaveLength(1);
    expect(newestCounted([event], NOW_MS + WINDOW_MS)).toHaveLength(0);
  });
});
