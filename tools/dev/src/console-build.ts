import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { hasCode, PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';
import { runCaptured } from './run-captured.ts';

const consoleFolder = join(repositoryRoot, 'apps', 'console');
/** The build that the gateway serves. */
export const consoleDist = join(consoleFolder, 'dist');
const stampName = '.sources';
const ATTEMPTS_MAX = 5;

/** What the build is made of. */
const SOURCES = ['apps/console', 'libs/client', 'package-lock.json'];
const notSources = /^(dist|dist-\d+(-old)?|node_modules|test)(\/|$)/;

/** Builds the console if its sources have changed since the last build. @throws PlainError if the build fails. */
export async function ensureConsole(print: (line: string) => void): Promise<void> {
  const hash = sourcesHash();
  if (builtHash() === hash) return;
  const startedMs = performance.now();
  print('Building the console ...');
  // Two processes may build at the same time; each has a folder of its own.
  const folder = `dist-${process.pid}`;
  const vite = join(repositoryRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', folder, '--logLevel', 'warn'];
  const { code, output } = await runCaptured(args, { cwd: consoleFolder });
  const built = join(consoleFolder, folder);
  if (code !== 0) {
    rmSync(built, { recursive: true, force: true });
    throw new PlainError(`The console cannot be built.\n${output}`);
  }
  writeFileSync(join(built, stampName), hash);
  publish(built, hash);
  print(`The console is built (${((performance.now() - startedMs) / 1_000).toFixed(1)} s).`);
}

/** Moves a build to its place, unless another process has put the same build there meanwhile. */
function publish(built: string, hash: string): void {
  for (let attempt = 1; builtHash() !== hash; attempt += 1) {
    moveAway(`${built}-old`);
    try {
      renameSync(built, consoleDist);
      return;
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY') || attempt === ATTEMPTS_MAX) throw error;
    }
  }
  rmSync(built, { recursive: true, force: true });
}

/** Removes the previous build. It is moved first: another process may put its build there while files are removed. */
function moveAway(folder: string): void {
  try {
    renameSync(consoleDist, folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
}

function builtHash(): string | undefined {
  const path = join(consoleDist, stampName);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(repositoryRoot, source);
    for (const file of filesOf(path))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(path, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [''];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !notSources.test(name) && statSync(join(path, name)).isFile()).toSorted();
}
