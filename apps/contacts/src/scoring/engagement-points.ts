import type { EngagementEventType } from '@outreach/contracts-contacts';
import type { EngagementEvent } from '../timeline/engagement-event.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** An event counts for so long (decisions §5). */
export const WINDOW_MS = 90 * DAY_MS;
const POINTS_MAX = 100;

/** What an event that a person caused is worth (decisions §5). */
const POINTS = new Map<EngagementEventType, number>([
  ['email_replied', 40],
  ['email_clicked', 15],
  ['email_opened', 3],
]);

/** The types that have points. */
export const COUNTED_TYPES: readonly EngagementEventType[] = [...POINTS.keys()];

/** So many of the newest events tell the points: even the cheapest ones reach the maximum by then. */
export const COUNTED_EVENTS_MAX = Math.ceil(POINTS_MAX / Math.min(...POINTS.values()));

/** As much of an event as its points hang on. */
export type CountedEvent = Pick<EngagementEvent, 'event_type' | 'occurred_at'>;

/** What the events of a contact are worth. */
export interface Engagement {
  /** From 0 to 100. */
  readonly points: number;
  /** They stay so until then, if nothing happens; null when there is nothing to lose. */
  readonly until: Date | null;
}

export function isCounted({ event_type, is_machine }: EngagementEvent): boolean {
  return !is_machine && POINTS.has(event_type);
}

/** The moment after which the events of the window lie. */
export function windowStart(nowMs: number): Date {
  return new Date(nowMs - WINDOW_MS);
}

/**
 * Points of the counted events of the window, newest first, of which the first COUNTED_EVENTS_MAX are enough. Those
 * that reach the maximum hold it until the oldest of them leaves the window, whatever lies before it.
 */
export function engagementOf(newestFirst: readonly CountedEvent[]): Engagement {
  let points = 0;
  let until: Date | null = null;
  for (const { event_type, occurred_at } of newestFirst) {
    if (points >= POINTS_MAX) break;
    points += POINTS.get(event_type) ?? 0;
    until = new Date(occurred_at.getTime() + WINDOW_MS);
  }
  return { points: Math.min(points, POINTS_MAX), until };
}
