import { pause } from '@outreach/service-kit';

/** A latch between those who have work and the one who does it: a raise before the wait is not lost. */
export interface WakeUp {
  raise(): void;
  /** Until raised, or `ms` have gone, or the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWakeUp(): WakeUp {
  let raised = false;
  let sleeper: AbortController | undefined;
  return {
    raise: () => {
      raised = true;
      sleeper?.abort();
    },
    wait: async (ms, signal) => {
      if (!raised) {
        const own = new AbortController();
        sleeper = own;
        const forward = (): void => own.abort();
        signal.addEventListener('abort', forward, { once: true });
        if (signal.aborted) own.abort();
        await pause(ms, own.signal);
        signal.removeEventListener('abort', forward);
        sleeper = undefined;
      }
      raised = false;
    },
  };
}
