import { developmentPrivateCidrs } from './src/app-environment.ts';
import { ensureConsole } from './src/console-build.ts';
import { emptyDataDir } from './src/data-dir.ts';
import { startDemo, startPlainDemo } from './src/demo.ts';
import type { PlainDemo } from './src/demo.ts';
import { removeDevFile, writeDevFile } from './src/dev-file.ts';
import { runMain } from './src/plain-error.ts';
import { runnerSettings } from './src/settings.ts';
import type { RunnerSettings } from './src/settings.ts';
import { startStack } from './src/stack.ts';
import type { ProcessIds, Stack } from './src/stack.ts';
import { stopSignal } from './src/stop-signal.ts';
import { welcome, welcomeWithoutServers } from './src/welcome.ts';

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
  await ensureConsole(print);
  const current = await start(settings, stopped);
  if (current === undefined) return 0;
  try {
    const text = await Promise.race([demonstrate(current, settings), stopped.then(() => undefined)]);
    if (text !== undefined) announce(current, text);
    await stopped;
  } finally {
    await stop(current);
  }
  return 0;
});

interface Running {
  stack: Stack;
  demo: PlainDemo | undefined;
}

// Undefined if Ctrl-C arrived before the stack was up.
async function start(settings: RunnerSettings, stopped: Promise<void>): Promise<Running | undefined> {
  const running: Partial<Running> = {};
  const stopping = new AbortController();
  void stopped.then(() => {
    stopping.abort();
  });
  const { gatewayPort, dataDir, replicas, mongodbUri, natsUrl } = settings;
  const starting = startStack({
    gatewayPort,
    dataDir,
    replicas,
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

/** Starts the demo and returns the text for the user. */
async function demonstrate(current: Running, { allowsThisMachine }: RunnerSettings): Promise<string> {
  const { stack } = current;
  if (!allowsThisMachine) {
    const plain = await startPlainDemo(stack);
    current.demo = plain;
    return welcomeWithoutServers(stack, plain);
  }
  const demo = await startDemo(stack, print);
  current.demo = demo;
  return welcome(stack, demo);
}

function announce({ stack, demo }: Running, text: string): void {
  if (demo !== undefined) writeDev(stack, demo);
  print(text);
}

function writeDev(stack: Stack, demo: PlainDemo): void {
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
