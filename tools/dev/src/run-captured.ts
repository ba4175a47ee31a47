import { spawn } from 'node:child_process';

/** Exit code and output of a script. */
export interface Captured {
  readonly code: number;
  readonly output: string;
}

export interface CaptureOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a script on this Node and returns both of its output streams, in the order of their output. */
export function runCaptured(
  args: readonly string[],
  { cwd, env = process.env }: CaptureOptions,
): Promise<Captured> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
