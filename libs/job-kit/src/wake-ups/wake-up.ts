import { pause } from '@outreach/service-kit/lifecycle';

/** A latch between the code that adds work and the loop that does it. A call of `raise` before the wait is not lost. */
export interface WakeUp {
  raise(): void;
  /** Waits until `raise` is called, `ms` have passed, or the signal aborts. True when it was raised. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>;
}

export function createWakeUp(): WakeUp {
  let isRaised = false;
  let sleeper: AbortController | undefined;
  return {
    raise: () => {
      isRaised = true;
      sleeper?.abort();
    },
    wait: async (ms, signal) => {
      if (!isRaised) {
        const own = new AbortController();
        sleeper = own;
        const forward = (): void => own.abort();
        signal.addEventListener('abort', forward, { once: true });
        if (signal.aborted) own.abort();
        await pause(ms, own.signal);
        signal.removeEventListener('abort', forward);
        sleeper = undefined;
      }
      const wasRaised = isRaised;
      isRaised = false;
      return wasRaised;
    },
  };
}
