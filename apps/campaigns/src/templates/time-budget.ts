/** Adds up the time of synchronous work. */
export interface TimeBudget {
  run<Result>(work: () => Result): Result;
  isSpent(): boolean;
}

export function createTimeBudget(ms: number): TimeBudget {
  let restMs = ms;
  return {
    run: (work) => {
      const startedAt = monotonicNow();
      try {
        return work();
      } finally {
        restMs -= monotonicNow() - startedAt;
      }
    },
    isSpent: () => restMs < 0,
  };
}

/** The clock of the template library, for limits that protect the process. */
export function monotonicNow(): number {
  // eslint-disable-next-line no-restricted-syntax -- measures how long this process works, not when
  return performance.now();
}
