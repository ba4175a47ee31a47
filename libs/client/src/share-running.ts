/** Calls while a call runs receive the result of that call. */
export function shareRunning<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
