import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runCaptured, type Captured } from '@outreach/dev';

/** The folder of the whole repository. */
export const repositoryRoot = resolve(import.meta.dirname, '..', '..');

const ownScope = '@outreach';
/** What `tools/tidy/fences.test.ts` plants for a moment, perhaps while the copy is made. */
const planted = 'tidy-planted-';
const outputBytesMax = 64 * 1024 * 1024;

/** A copy of the repository in which anything may be changed. */
export interface TreeCopy {
  readonly root: string;
  /** Runs a script with this Node, from the copy's root. */
  node(script: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Captured>;
  /** Makes a package of ours known under its name, as `npm install` would. */
  link(folder: string, name: string): void;
  /** Files that differ from what was copied, and new ones. */
  changedFiles(): string[];
  remove(): void;
}

/** Copies every file that is under version control or about to be. Packages of others are shared, ours are the copy's. */
export function copyTree(): TreeCopy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'outreach-copy-')));
  for (const path of listFiles(repositoryRoot, ['-co'])) {
    const source = join(repositoryRoot, path);
    if (path.includes(planted) || !existsSync(source)) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(source, join(root, path));
  }
  linkPackages(root);
  git(root, ['init', '-q']);
  git(root, ['add', '-A']);
  return {
    root,
    node: async (script, args, env = {}) => runNode(root, [script, ...args], env),
    link: (folder, name) => {
      symlinkSync(join(root, folder), join(root, 'node_modules', ownScope, name));
    },
    changedFiles: () => listFiles(root, ['-mo']),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function linkPackages(root: string): void {
  const shared = join(repositoryRoot, 'node_modules');
  const own = join(root, 'node_modules');
  mkdirSync(join(own, ownScope), { recursive: true });
  for (const name of readdirSync(shared)) {
    if (name === ownScope || name === '.cache') continue;
    symlinkSync(join(shared, name), join(own, name));
  }
  for (const name of readdirSync(join(shared, ownScope))) {
    const folder = realpathSync(join(shared, ownScope, name)).slice(repositoryRoot.length + 1);
    symlinkSync(join(root, folder), join(own, ownScope, name));
  }
}

function listFiles(cwd: string, which: readonly string[]): string[] {
  const output = git(cwd, ['ls-files', ...which, '--exclude-standard']);
  return [...new Set(output.split('\n').filter((path) => path !== ''))];
}

function git(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: outputBytesMax });
}

/** jest's own NODE_OPTIONS are not for other programs. */
async function runNode(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Captured> {
  const own = { NODE_OPTIONS: '', FORCE_COLOR: '0', NX_ISOLATE_PLUGINS: 'false' };
  return runCaptured(args, { cwd, env: { ...process.env, ...own, ...env } });
}
