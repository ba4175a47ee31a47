// npm passes on to its child a Ctrl-C that the terminal has sent to the child already.
const sameKeyPressMs = 500;

/** Resolves at the first Ctrl-C, SIGTERM or SIGHUP; `again` is called at the next one a person sends. */
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
