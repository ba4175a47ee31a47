/** The events that a message lists; the others are counted. */
export const LISTED_EVENTS_MAX = 20;
/** After a message, the next events of the workspace wait this long and go as one message. */
export const QUIET_MS = 300_000;

/** An event as a message lists it. */
export interface NotifiedEvent {
  /** One line of plain text. */
  readonly text: string;
  /** The page of the console that shows the record. */
  readonly path: string;
}

/** The events of a workspace that wait for its next message. */
export interface CollectedEvents {
  readonly listed: readonly NotifiedEvent[];
  /** All of them, the listed ones included. */
  readonly event_count: number;
  /** The end of the pause after the last message; null before the first one. */
  readonly quiet_until: Date | null;
  /** When they become a message, or the end of the lease of the worker that makes it; null without events. */
  readonly due_at: Date | null;
}

export const NOTHING_COLLECTED: CollectedEvents = {
  listed: [],
  event_count: 0,
  quiet_until: null,
  due_at: null,
};

/** The first events are due at once, those in the pause after a message at its end. */
export function collect(
  before: CollectedEvents,
  events: readonly NotifiedEvent[],
  now: Date,
): CollectedEvents {
  const { quiet_until: quietUntil } = before;
  const dueAt = quietUntil !== null && quietUntil > now ? quietUntil : now;
  return {
    ...before,
    listed: [...before.listed, ...events].slice(0, LISTED_EVENTS_MAX),
    event_count: before.event_count + events.length,
    due_at: before.due_at ?? dueAt,
  };
}

/** After a message was made of the events. */
export function emptied(now: Date): Omit<CollectedEvents, 'due_at'> {
  return { listed: [], event_count: 0, quiet_until: new Date(now.getTime() + QUIET_MS) };
}
