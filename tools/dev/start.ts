import { developmentPrivateCidrs } from './src/app-environment.ts';
import { emptyDataDir } from './src/data-dir.ts';
import { startDemo } from './src/demo.ts';
import type { Demo } from './src/demo.ts';
import { removeDevFile, writeDevFile } from './src/dev-file.ts';
import { runMain } from './src/plain-error.ts';
import { runnerSettings } from './src/settings.ts';
import type { RunnerSettings } from './src/settings.ts';
import { startStack } from './src/stack.ts';
import type { ProcessIds, Stack } from './src/stack.ts';
import { stopSignal } from './src/stop-signal.ts';
import { welcome } from './src/welcome.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// A second Ctrl-C kills these processes, also while the stack is starting.
let currentPids: ProcessIds = {};

await runMain(async () => {
  const settings = runnerSettings(process.env, process.argv.slice(2));
  const stopped = stopSignal(killAll);
  if (settings.isFresh) emptyDataDir(settings.dataDir);
  printOutboundRule(settings);
  const current = await start(settings, stopped);
  if (current === undefined) return 0;
  try {
    current.demo = await Promise.race([startDemo(current.stack, print), stopped.then(() => undefined)]);
    if (current.demo !== undefined) announce(current);
    await stopped;
  } finally {
    await stop(current);
  }
  return 0;
});

interface Running {
  stack: Stack;
  demo: Demo | undefined;
}

// Undefined if Ctrl-C arrived before the stack was up.
async function start(settings: RunnerSettings, stopped: Promise<void>): Promise<Running | undefined> {
  const running: Partial<Running> = {};
  const stopping = new AbortController();
  void stopped.then(() => {
    stopping.abort();
  });
  const { gatewayPort, dataDir, mongodbUri, natsUrl } = settings;
  const starting = startStack({
    gatewayPort,
    dataDir,
    ...(mongodbUri === undefined ? {} : { mongodbUri }),
    ...(natsUrl === undefined ? {} : { natsUrl }),
    print,
    // Ids change with every restart, and dev.json contains the current ones.
    onProcesses: (pids) => {
      currentPids = pids;
      if (running.stack !== undefined && running.demo !== undefined) writeDev(running.stack, running.demo);
    },
    signal: stopping.signal,
  });
  try {
    running.stack = await starting;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    print('Stopped.');
    return undefined;
  }
  return Object.assign(running, { stack: running.stack, demo: undefined });
}

function announce({ stack, demo }: Running): void {
  if (demo === undefined) return;
  writeDev(stack, demo);
  print(welcome(stack, demo));
}

function writeDev(stack: Stack, demo: Demo): void {
  writeDevFile(stack, [demo.workspace]);
}

function printOutboundRule({ hasPrivateCidrs }: RunnerSettings): void {
  const value = process.env['OUTBOUND_ALLOW_PRIVATE_CIDRS'] ?? '';
  const rule = hasPrivateCidrs
    ? `OUTBOUND_ALLOW_PRIVATE_CIDRS is set: webhooks may go to these private addresses: ${value || 'none'}.`
    : `Development default: webhooks may go to this machine (OUTBOUND_ALLOW_PRIVATE_CIDRS=${developmentPrivateCidrs}).`;
  print(rule);
}

async function stop({ stack, demo }: Running): Promise<void> {
  print('\nStopping; the data stays (Ctrl-C again to kill) ...');
  await demo?.close();
  await stack.stop();
  removeDevFile(stack.dataDir);
  print('Stopped.');
}

function killAll(): void {
  print('Killed.');
  for (const pid of Object.values(currentPids)) process.kill(pid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}
