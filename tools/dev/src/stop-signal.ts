// npm forwards a Ctrl-C to its child, which gets the same Ctrl-C from the terminal.
const sameKeyPressMs = 500;

/** Resolves at the first Ctrl-C, SIGTERM or SIGHUP; `again` is called at the next signal. */
export function stopSignal(again: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (): void => {
      const now = performance.now();
      firstAt ??= now;
      resolve();
      if (now - firstAt > sameKeyPressMs) again();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
