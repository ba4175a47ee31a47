interface Stoppable {
  stop(): Promise<void>;
}

const running: Stoppable[] = [];
let isWatching = false;

/** Runs `work` and stops the resource afterwards, also when a signal or an error that nothing handles ends the process. */
export async function whileRunning<T>(resource: Stoppable, work: () => Promise<T>): Promise<T> {
  stopOnSignals();
  running.push(resource);
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(resource), 1);
    await resource.stop();
  }
}

function stopOnSignals(): void {
  if (isWatching) return;
  isWatching = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stopAll());
  // Node reports unhandled rejections of promises here too.
  process.once('uncaughtException', (error) => {
    console.error(error);
    void stopAll();
  });
}

async function stopAll(): Promise<void> {
  for (const resource of running.toReversed()) await resource.stop().catch(() => undefined);
  process.exit(1);
}
