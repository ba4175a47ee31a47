import type { Clock } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { LeaderLease } from './leader-lease.ts';
import { createWakeUp, type WakeUp } from './wake-ups/wake-up.ts';

/** A jump of the clock ends a pause within this time. */
const CLOCK_CHECK_MS = 250;

export interface PollingJobOptions {
  readonly name: string;
  /** Pause in ms after a round that left nothing to do. */
  readonly everyMs: number;
  /**
   * One round of work. Resolves with true when more work waits: the next round starts at once. Resolves with a number
   * to pause for that many ms instead of `everyMs`.
   */
  readonly run: (signal: AbortSignal) => Promise<boolean | number>;
  /** Only the process that holds this lease runs the job. 15 s after its death, the next process that polls takes over. */
  readonly leader?: LeaderLease;
  /** Ends the pause early. */
  readonly wakeUp?: WakeUp;
  /** A pause also ends when it has passed on this clock, for work that is due at times of it. */
  readonly clock?: Clock;
}

/** Runs rounds of work until the process stops. */
export function pollingJob(options: PollingJobOptions): Job {
  const { name, everyMs, leader, wakeUp = createWakeUp() } = options;
  return {
    name,
    run: async (signal) => {
      while (!signal.aborted) {
        const result = (await leader?.isLeader()) !== false && (await options.run(signal));
        if (result === true) continue;
        const ms = result === false ? everyMs : result;
        if (options.clock === undefined) await wakeUp.wait(ms, signal);
        else await waitOnClock({ ms, wakeUp, clock: options.clock }, signal);
      }
    },
  };
}

interface ClockPause {
  readonly ms: number;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
}

async function waitOnClock({ ms, wakeUp, clock }: ClockPause, signal: AbortSignal): Promise<void> {
  const endMs = clock.now() + ms;
  const monotonicEndMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0 && !signal.aborted;) {
    if (await wakeUp.wait(Math.min(leftMs, CLOCK_CHECK_MS), signal)) return;
    leftMs = Math.min(endMs - clock.now(), monotonicEndMs - performance.now());
  }
}
