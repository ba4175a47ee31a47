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
/** Prefix of the files that `tools/tidy/fences.deep.test.ts` writes temporarily. */
const planted = 'tidy-planted-';
const outputBytesMax = 64 * 1024 * 1024;

/** A copy of the repository for changes. */
export interface TreeCopy {
  readonly root: string;
  /** Runs a script on this Node, in the root of the copy. */
  node(script: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Captured>;
  /** Links a workspace package under its name, as `npm install` would. */
  link(folder: string, name: string): void;
  /** Changed and new files. */
  changedFiles(): string[];
  remove(): void;
}

/** Copies all tracked and untracked files. External packages are shared; workspace packages belong to the copy. */
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

function listFiles(cwd: string, options: readonly string[]): string[] {
  const output = git(cwd, ['ls-files', ...options, '--exclude-standard']);
  return [...new Set(output.split('\n').filter((path) => path !== ''))];
}

function git(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: outputBytesMax });
}

/** The NODE_OPTIONS of jest do not apply to other programs. */
async function runNode(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Captured> {
  const own = { NODE_OPTIONS: '', FORCE_COLOR: '0', NX_ISOLATE_PLUGINS: 'false' };
  return runCaptured(args, { cwd, env: { ...process.env, ...own, ...env } });
}
