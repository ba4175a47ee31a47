import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

const SCRIPT = join(import.meta.dirname, 'end-groups.sh');
let guard: Writable | undefined;

/** Ends the process group of a child also when this process is killed: a shell that outlives it reads the end of a pipe. */
export function endWithThisProcess({ pid }: ChildProcess, ended: Promise<unknown>): void {
  if (pid === undefined) return;
  guard ??= startGuard();
  guard.write(`+ ${pid}\n`);
  void ended.finally(() => guard?.write(`- ${pid}\n`)).catch(() => undefined);
}

function startGuard(): Writable {
  const shell = spawn('sh', [SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.unref();
  // Without the shell, the groups end as before: by a stop of this process.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  return shell.stdin;
}
