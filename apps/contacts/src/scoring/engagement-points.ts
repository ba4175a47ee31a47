import type { EngagementEventType } from '@outreach/contracts-contacts/engagement';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Events count for 90 days. */
export const WINDOW_MS = 90 * DAY_MS;
const POINTS_MAX = 100;

/** Points of the events that a person caused. */
const POINTS = new Map<EngagementEventType, number>([
  ['email_replied', 40],
  ['email_clicked', 15],
  ['email_opened', 3],
]);

/** The event types with points. */
export const COUNTED_TYPES: readonly EngagementEventType[] = [...POINTS.keys()];

/** This many of the newest events decide the points: even events with the fewest points reach the maximum. */
export const COUNTED_EVENTS_MAX = Math.ceil(POINTS_MAX / Math.min(...POINTS.values()));

/** The fields of an event that decide its points. */
export interface CountedEvent {
  readonly event_type: EngagementEventType;
  readonly occurred_at: Date;
}

/** The engagement points of a contact. */
export interface Engagement {
  /** From 0 to 100. */
  readonly points: number;
  /** Without new events the points stay unchanged until then; null without points. */
  readonly until: Date | null;
}

/** True when the event has points. */
export function isCounted({
  event_type,
  is_machine,
}: {
  readonly event_type: EngagementEventType;
  readonly is_machine: boolean;
}): boolean {
  return !is_machine && POINTS.has(event_type);
}

/** Events after this time count. */
export function windowStart(nowMs: number): Date {
  return new Date(nowMs - WINDOW_MS);
}

/**
 * Adds up the points of the counted events in the window, newest first; the first COUNTED_EVENTS_MAX are enough. Events
 * beyond the maximum change nothing: the points decrease when the oldest event that was needed to reach the maximum
 * leaves the window.
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
