/** An email that is a little early for the gap is sent: its planned time keeps the gap. */
const TOLERANCE_SHARE = 0.1;
const TOLERANCE_MS_MAX = 5_000;
/** Entries beyond this number are removed when their gaps are over. */
const ENTRIES_MAX = 10_000;

interface PacedAccount {
  readonly id: string;
  readonly min_gap_seconds: number;
}

/**
 * Keeps the minimum gap between emails of an account when several of them are late, for example after a pause: planned
 * times keep the gap, but emails that are due together would follow each other at once.
 */
export interface AccountPace {
  /** Returns the time at which each email of a batch may be sent, in the order of the batch: now, or later. */
  timesOf(accounts: readonly PacedAccount[], now: Date): readonly Date[];
}

export function createAccountPace(): AccountPace {
  /** The earliest time of the next email in ms, by account. */
  const freeAtMs = new Map<string, number>();
  return {
    timesOf: (accounts, now) => {
      const nowMs = now.getTime();
      if (freeAtMs.size > ENTRIES_MAX) removePassed(freeAtMs, nowMs);
      const laterMs = new Map<string, number>();
      return accounts.map(({ id, min_gap_seconds: gapSeconds }) => {
        const gapMs = gapSeconds * 1_000;
        const waitsUntilMs = laterMs.get(id) ?? freeAtMs.get(id) ?? 0;
        const toleranceMs = Math.min(TOLERANCE_MS_MAX, gapMs * TOLERANCE_SHARE);
        const isFree = !laterMs.has(id) && nowMs >= waitsUntilMs - toleranceMs;
        if (!isFree) {
          laterMs.set(id, waitsUntilMs + gapMs);
          return new Date(waitsUntilMs);
        }
        if (gapMs > 0) {
          freeAtMs.set(id, nowMs + gapMs);
          laterMs.set(id, nowMs + gapMs);
        }
        return now;
      });
    },
  };
}

function removePassed(freeAtMs: Map<string, number>, nowMs: number): void {
  for (const [id, atMs] of freeAtMs) if (atMs <= nowMs) freeAtMs.delete(id);
}
