import { spawn } from 'node:child_process';
import type { Environment } from './app-environment.ts';
import { endWithThisProcess } from './end-with-this-process.ts';
import { whileRunning } from './interrupt.ts';
import { repositoryRoot } from './repository-root.ts';

/** After this time without an end, processes that were asked to stop are killed. */
const STOP_MS_MAX = 10_000;

export interface NodeRun {
  readonly env: Environment;
  readonly stdout: 'ignore' | 'inherit';
}

/**
 * Runs a script of this repository to its end. Returns its exit code; null after a signal. The script and its children
 * are a process group, which stops when this process is stopped or killed.
 */
export async function runNode(args: readonly string[], options: NodeRun): Promise<number | null> {
  let script: Script | undefined;
  const stop = async (): Promise<void> => script?.stop();
  // Signals are handled before the script starts.
  return whileRunning({ stop }, async () => {
    script = startScript(args, options);
    return script.ended;
  });
}

interface Script {
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

function startScript(args: readonly string[], { env, stdout }: NodeRun): Script {
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env,
    stdio: ['ignore', stdout, 'inherit'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  endWithThisProcess(child, ended);
  const kill = (signal: NodeJS.Signals): void => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, signal);
  };
  const stop = async (): Promise<void> => {
    kill('SIGTERM');
    const timer = setTimeout(() => {
      kill('SIGKILL');
    }, STOP_MS_MAX);
    await ended.catch(() => undefined);
    clearTimeout(timer);
  };
  return { ended, stop };
}
