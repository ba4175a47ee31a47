import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Environment } from './app-environment.ts';
import { backendNames, type BackendName } from './names.ts';
import { PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';

export interface AdminResult {
  readonly code: number;
  readonly stdout: string;
}

/** First word of a command → the service that owns it. All other commands belong to auth. */
const OWNERS: Readonly<Record<string, BackendName>> = {
  suppression: 'contacts',
  'sending-account': 'campaigns',
};

/** Commands that every service has for its own database. Their outputs are merged. */
const SHARED_BY_ALL = 'dead-letters';

export type EnvironmentOf = (app: BackendName) => Environment;

/** Runs an admin command in the app that owns it. The stderr of the app is the stderr of this process. */
export async function runAdmin(args: readonly string[], environmentOf: EnvironmentOf): Promise<AdminResult> {
  const [word = ''] = args;
  if (word !== SHARED_BY_ALL) return runIn(OWNERS[word] ?? 'auth', args, environmentOf);
  const results = await Promise.all(backendNames.map(async (app) => runIn(app, args, environmentOf)));
  const failed = results.find(({ code }) => code !== 0);
  if (failed !== undefined) return failed;
  return { code: 0, stdout: `${JSON.stringify(merge(results.map(({ stdout }) => parse(stdout))))}\n` };
}

async function runIn(
  app: BackendName,
  args: readonly string[],
  environmentOf: EnvironmentOf,
): Promise<AdminResult> {
  const script = join(repositoryRoot, 'apps', app, 'src', 'admin.ts');
  const child = spawn(process.execPath, [script, ...args], {
    cwd: repositoryRoot,
    env: environmentOf(app),
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

function parse(stdout: string): object {
  const answer: unknown = JSON.parse(stdout);
  if (typeof answer !== 'object' || answer === null)
    throw new PlainError('A service did not print a JSON object.');
  return answer;
}

/** Concatenates lists and adds numbers. */
function merge(answers: readonly object[]): object {
  const sum = new Map<string, number | unknown[]>();
  for (const [name, value] of answers.flatMap((answer) => Object.entries(answer))) {
    const before = sum.get(name);
    if (Array.isArray(value)) sum.set(name, (Array.isArray(before) ? before : []).concat(value));
    else sum.set(name, (typeof before === 'number' ? before : 0) + Number(value));
  }
  return Object.fromEntries(sum);
}
