const POLL_MS = 20;
const DEFAULT_TIMEOUT_MS = 10_000;

export interface EventuallyOptions {
  readonly timeoutMs?: number;
  /** Pause between two attempts. */
  readonly pollMs?: number;
}

/** Repeats `probe` until it succeeds. After the timeout its last error is thrown. */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<T> {
  const endMs = performance.now() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  for (;;) {
    try {
      return await probe();
    } catch (thrown) {
      if (performance.now() >= endMs) throw thrown;
    }
    await new Promise((resolve) => setTimeout(resolve, options.pollMs ?? POLL_MS));
  }
}
