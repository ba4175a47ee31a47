import type { Resource } from './lifecycle.ts';
import { createLogger, type Logger } from '../logger.ts';
import { createMetricsServer, type OperatorPaths, type Readiness } from '../metrics/metrics-server.ts';
import { metrics } from '../metrics/metrics.ts';
import { createTraceExport, type TraceExportConfig } from '../tracing/trace-export.ts';

/** Time from the first signal to the forced exit. */
const SHUTDOWN_MS_MAX = 40_000;

/** A process: its resources and their readiness. */
export interface App {
  /** Started in order, stopped in reverse. */
  readonly resources: readonly Resource[];
  /** Returns the reason while the app cannot serve; used by /readyz. */
  readonly readiness?: Readiness;
  /** Further paths of the listener for operators. */
  readonly operatorPaths?: OperatorPaths;
  /** Called at the first signal, before the pause for load balancers, so that clients can use another process. */
  readonly announceStop?: () => void;
}

export interface RunConfig extends TraceExportConfig {
  readonly LOG_LEVEL: string;
  readonly METRICS_LISTEN: string;
  readonly SHUTDOWN_DELAY_MS: number;
}

export interface RunOptions<Config extends RunConfig> {
  readonly name: string;
  readonly config: () => Config;
  readonly build: (config: Config, options: { readonly logger: Logger }) => Promise<App> | App;
}

/**
 * Runs a process: loads the configuration, starts all resources in order, and reports readiness. On SIGTERM or SIGINT it
 * reports "not ready", pauses for load balancers, and stops the resources in reverse order. The exit code is 0 after a
 * clean shutdown, and 1 when the start failed or the shutdown took longer than 40 s.
 */
export async function run<Config extends RunConfig>(options: RunOptions<Config>): Promise<void> {
  let logger = createLogger({ name: options.name, level: 'info' });
  const started: Resource[] = [];
  try {
    const config = options.config();
    logger = createLogger({ name: options.name, level: config.LOG_LEVEL });
    const state: RunState = { stopping: false, up: false, app: undefined };
    const stopped = onSignal(async (signal) => {
      logger.info({ signal }, 'shutting down');
      state.stopping = true;
      state.app?.announceStop?.();
      if (state.up) await delay(config.SHUTDOWN_DELAY_MS);
      await stopAll(started, logger);
    }, logger);
    await startAll({ options, config, logger, state, started });
    // Returns what the start has used (--expose-gc): a usual collection keeps the pages, 40 to 70 MiB of a process.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    state.up = true;
    logger.info('ready');
    await stopped;
  } catch (err) {
    logger.fatal({ err }, err instanceof Error ? err.message : 'the start failed');
    process.exitCode = 1;
    await stopAll(started, logger);
    forceExitAfter(1_000);
  }
}

interface RunState {
  stopping: boolean;
  up: boolean;
  app: App | undefined;
}

interface StartInput<Config extends RunConfig> {
  readonly options: RunOptions<Config>;
  readonly config: Config;
  readonly logger: Logger;
  readonly state: RunState;
  readonly started: Resource[];
}

async function startAll<Config extends RunConfig>(input: StartInput<Config>): Promise<void> {
  const { options, config, logger, state, started } = input;
  metrics.collectProcessMetrics();
  const app = await options.build(config, { logger });
  state.app = app;
  const readiness: Readiness = async () => {
    if (state.stopping) return 'shutting down';
    if (!state.up) return 'starting';
    return app.readiness?.();
  };
  const own = [
    createTraceExport(options.name, config, logger),
    createMetricsServer(config.METRICS_LISTEN, { readiness, operatorPaths: app.operatorPaths }),
  ];
  for (const resource of [...own, ...app.resources]) {
    if (state.stopping) return;
    started.push(resource);
    await resource.start?.();
  }
}

/** Stops in reverse order. A resource that fails to stop does not prevent the others from stopping. */
async function stopAll(started: Resource[], logger: Logger): Promise<void> {
  for (let resource = started.pop(); resource !== undefined; resource = started.pop()) {
    try {
      await resource.stop?.();
    } catch (err) {
      logger.error({ resource: resource.name, err }, 'a resource did not stop cleanly');
    }
  }
}

/** Resolves after the first SIGTERM or SIGINT was handled; later signals are ignored. */
async function onSignal(handle: (signal: string) => Promise<void>, logger: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = false;
    const listener = (signal: string): void => {
      if (seen) return;
      seen = true;
      forceExitAfter(SHUTDOWN_MS_MAX);
      handle(signal).then(() => {
        logger.info('stopped');
        resolve();
      }, reject);
    };
    process.on('SIGTERM', listener);
    process.on('SIGINT', listener);
  });
}

function forceExitAfter(ms: number): void {
  // eslint-disable-next-line no-restricted-syntax -- run() ends a process that does not exit by itself.
  setTimeout(() => process.exit(1), ms).unref();
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
