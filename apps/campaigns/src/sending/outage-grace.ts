/**
 * After an outage of the database the leases of all claims can be over, although their workers live. They commit the
 * outcomes that waited in memory within this time.
 */
const GRACE_MS = 15_000;

/** Whether other workers have had the time to commit their outcomes since the last outage. */
export interface OutageGrace {
  failed(): void;
  reached(): void;
  isOver(): boolean;
}

export function createOutageGrace(now: () => number): OutageGrace {
  let isAway = false;
  let endsAtMs = -Infinity;
  return {
    failed: () => {
      isAway = true;
    },
    reached: () => {
      if (isAway) endsAtMs = now() + GRACE_MS;
      isAway = false;
    },
    isOver: () => !isAway && now() >= endsAtMs,
  };
}
