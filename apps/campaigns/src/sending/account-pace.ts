/** An email that is a little early for the gap is sent: workers start planned emails some milliseconds apart. */
const TOLERANCE_SHARE = 0.01;
const TOLERANCE_MS_MAX = 1_000;

export interface PacedAccount {
  readonly id: string;
  readonly min_gap_seconds: number;
}

export interface PacedEmails {
  /** When each email of the batch may be sent, in the order of the batch: now, or later. */
  readonly times: readonly Date[];
  /** The next free time of each account with an email that is sent now. */
  readonly nextFreeAt: ReadonlyMap<string, Date>;
}

/**
 * Keeps the minimum gap between emails of an account when several of them are late, for example after a pause: planned
 * times keep the gap, but emails that are due together would follow each other at once.
 * @param freeAt the stored next free times, by account.
 * @param isBusy true for an account that sends nothing now, whatever its next free time is.
 */
export function paceEmails(
  accounts: readonly PacedAccount[],
  { freeAt, now }: { readonly freeAt: ReadonlyMap<string, Date>; readonly now: Date },
  isBusy: (accountId: string) => boolean = () => false,
): PacedEmails {
  const nowMs = now.getTime();
  const nextFreeAt = new Map<string, Date>();
  const laterMs = new Map<string, number>();
  const times = accounts.map(({ id, min_gap_seconds: gapSeconds }) => {
    const gapMs = gapSeconds * 1_000;
    if (gapMs === 0) return now;
    const freeMs = laterMs.get(id) ?? freeAt.get(id)?.getTime() ?? nowMs;
    const toleranceMs = Math.min(TOLERANCE_MS_MAX, gapMs * TOLERANCE_SHARE);
    if (!laterMs.has(id) && !isBusy(id) && nowMs >= freeMs - toleranceMs) {
      nextFreeAt.set(id, new Date(nowMs + gapMs));
      laterMs.set(id, nowMs + gapMs);
      return now;
    }
    const atMs = Math.max(freeMs, nowMs + 1);
    laterMs.set(id, atMs + gapMs);
    return new Date(atMs);
  });
  return { times, nextFreeAt };
}
