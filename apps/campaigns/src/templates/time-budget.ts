import { TemplateError } from './template-error.ts';

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

/**
 * Runs synchronous work with a time limit in ms. The work calls `check` between its parts. The time includes pauses of the
 * process, so work that ran out of time gets a second chance. @throws TemplateError of kind `time`.
 */
export function withinTime<Result>(ms: number, work: (check: () => void) => Result): Result {
  return retryAfterTimeout(() => {
    const endsAt = monotonicNow() + ms;
    const check = (): void => {
      if (monotonicNow() > endsAt) throw new TemplateError('time', 'the email takes too long to render');
    };
    const result = work(check);
    check();
    return result;
  });
}

export function retryAfterTimeout<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof TemplateError) || thrown.kind !== 'time') throw thrown;
    return work();
  }
}
