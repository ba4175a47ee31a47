interface Stoppable {
  stop(): Promise<void>;
}

const running: Stoppable[] = [];
let isWatching = false;
let stopping: Promise<void> | undefined;

/**
 * Runs `work` and stops the resource afterwards, also when a signal or an error that nothing handles ends the process.
 * Then it does not return, so that no further work begins.
 */
export async function whileRunning<T>(resource: Stoppable, work: () => Promise<T>): Promise<T> {
  stopOnSignals();
  running.push(resource);
  try {
    return await work();
  } finally {
    // The stop of all resources ends the process.
    if (stopping !== undefined) await stopping;
    running.splice(running.indexOf(resource), 1);
    await resource.stop();
  }
}

function stopOnSignals(): void {
  if (isWatching) return;
  isWatching = true;
  // A Ctrl-C arrives several times: from the terminal, and from the parent processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce);
  // Node reports unhandled rejections of promises here too.
  process.on('uncaughtException', (error) => {
    console.error(error);
    stopOnce();
  });
}

function stopOnce(): void {
  stopping ??= stopAll();
}

async function stopAll(): Promise<void> {
  for (const resource of running.toReversed()) await resource.stop().catch(() => undefined);
  process.exit(1);
}
