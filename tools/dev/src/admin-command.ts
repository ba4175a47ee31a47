import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Environment } from './app-environment.ts';
import { repositoryRoot } from './repository-root.ts';

const script = join(repositoryRoot, 'apps', 'auth', 'src', 'admin.ts');

export interface AdminResult {
  code: number;
  stdout: string;
}

/** Runs the operator's admin command with an auth app's environment; its stderr goes to this process' own. */
export async function runAdmin(args: readonly string[], env: Environment): Promise<AdminResult> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: repositoryRoot,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
  const [stdout, code] = await Promise.all([text(child.stdout), ended]);
  return { code, stdout };
}
