import { describe, expect, it } from '@jest/globals';
import {
  collect,
  emptied,
  LISTED_EVENTS_MAX,
  NOTHING_COLLECTED,
  QUIET_MS,
  type NotifiedEvent,
} from './collected-events.ts';

const NOW = new Date('2026-01-31T09:30:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const events = (count: number): NotifiedEvent[] =>
  Array.from({ length: count }, (_, index) => ({ text: `Event ${index + 1}.`, path: '/console/' }));
const first = { text: 'Campaign “Spring” was paused.', path: '/console/' };
const second = { text: 'Another event.', path: '/console/' };
const pausing = { ...NOTHING_COLLECTED, ...emptied(NOW) };

describe('collected events', () => {
  it('are due at once when no message was made before', () => {
    expect(collect(NOTHING_COLLECTED, [first], NOW)).toEqual({
      listed: [first],
      event_count: 1,
      quiet_until: null,
      due_at: NOW,
    });
  });

  it('are due five minutes after the last message, as one', () => {
    const once = collect(pausing, [first], later(1_000));
    const twice = collect(once, [second], later(QUIET_MS - 1));
    expect(QUIET_MS).toBe(300_000);
    expect(twice).toMatchObject({ listed: [first, second], event_count: 2, due_at: later(QUIET_MS) });
  });

  it.each([QUIET_MS, QUIET_MS + 1, 10 * QUIET_MS])('are due at once %s ms after the last message', (ms) => {
    expect(collect(pausing, [first], later(ms)).due_at).toEqual(later(ms));
  });

  it('stay due when they were, also while a worker makes their message', () => {
    const leased = { ...NOTHING_COLLECTED, due_at: later(60_000) };
    expect(collect(leased, [first], NOW).due_at).toEqual(later(60_000));
  });

  it('are listed up to a limit and counted without one', () => {
    const flood = collect(pausing, events(100_000), NOW);
    expect(flood.listed).toEqual(events(LISTED_EVENTS_MAX));
    expect(collect(flood, events(5), NOW)).toMatchObject({
      listed: events(LISTED_EVENTS_MAX),
      event_count: 100_005,
    });
  });
});
