/** Time in ms for the commit of an outcome; a worker that lives writes it within the lease. */
const COMMIT_MS = 30_000;
/** Time in ms that an email may at least wait in a worker before its dialog. */
const WAIT_MS_MIN = 60_000;

/** The times of a claim, in ms. */
export interface ClaimTimes {
  /** From the start of an email to its outcome, at most. */
  readonly workMs: number;
  readonly leaseMs: number;
}

/** @throws Error if work on an email could outlive its claim: another worker would send it again meanwhile. */
export function requireFit({ workMs, leaseMs }: ClaimTimes): void {
  if (WAIT_MS_MIN + workMs + COMMIT_MS <= leaseMs) return;
  throw new Error(`A claim of ${leaseMs} ms is too short for ${workMs} ms of work on an email.`);
}

/** True if the rest of the claim is long enough for the work. @param endsAt the end of the lease. */
export function hasTimeLeft(endsAt: Date | null, workMs: number, nowMs: number): boolean {
  return endsAt === null || nowMs + workMs + COMMIT_MS <= endsAt.getTime();
}
