/** Longer than the pause between two rounds. A process that has not reached the database for it may follow an outage. */
const SILENCE_MS = 10_000;

/** Whether other workers have had the time to commit their outcomes since the last outage. */
export interface OutageGrace {
  /** The database has answered. */
  reached(): void;
  isOver(): boolean;
}

/**
 * After an outage of the database the leases of all claims can be over, although their workers live. They commit the
 * outcomes that waited in memory within `graceMs`. A process that starts may follow an outage too.
 */
export function createOutageGrace(now: () => number, graceMs: number): OutageGrace {
  let reachedAtMs = -Infinity;
  let endsAtMs = -Infinity;
  return {
    reached: () => {
      if (now() - reachedAtMs > SILENCE_MS) endsAtMs = now() + graceMs;
      reachedAtMs = now();
    },
    isOver: () => now() >= endsAtMs,
  };
}
