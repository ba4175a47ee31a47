import { pause } from '@outreach/service-kit/lifecycle';

export interface PollOptions {
  readonly pollMs: number;
  readonly waitMsMax: number;
}

/** Reads a value until it is final, and returns it. @throws Error after the longest wait. */
export async function poll<T>(
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
  { pollMs, waitMsMax }: PollOptions,
): Promise<T> {
  const signal = AbortSignal.timeout(waitMsMax);
  for (;;) {
    const value = await read();
    if (isFinal(value)) return value;
    await pause(pollMs, signal);
    signal.throwIfAborted();
  }
}
