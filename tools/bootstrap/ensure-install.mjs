// Installs the packages when the lock file has changed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './cache.mjs';
import { capture, downloadProblem } from './command.mjs';
import { withLock } from './lock.mjs';
import { PlainError, say } from './say.mjs';

const clockSlackMs = 5_000;
const reminderMs = 10_000;
const isOutOfStep = /npm-shrinkwrap\.json are in sync/;
const outOfStep =
  'package-lock.json does not match the package.json files: run npm install, then node tools/bootstrap/complete-lock.mjs, and commit the lock file.';
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Runs `npm ci` in `root` when package-lock.json changed since the last time. */
export async function ensureInstall(root) {
  if (isInstalled(root)) return;
  const path = join(cacheDir(), 'locks', `install-${sha256(root).slice(0, 16)}`);
  await withLock({ path, waitingFor: 'installing the packages of this folder' }, async () => {
    if (!isInstalled(root)) await install(root);
  });
}

const stampPath = (root) => join(root, 'node_modules', '.outreach-lock-hash');
const lockHash = (root) => sha256(readFileSync(join(root, 'package-lock.json')));

function isInstalled(root) {
  const stamp = stampPath(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(root)) return true;
  if (!installedByHand(root)) return false;
  writeFileSync(stamp, lockHash(root));
  return true;
}

// `npm install` by hand writes both lock files together; a second installation is not needed.
function installedByHand(root) {
  const inner = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(inner)) return false;
  return statSync(inner).mtimeMs + clockSlackMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

async function install(root) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  say('Installing packages (npm ci; about a minute, once per change of package-lock.json) ...');
  const timer = setInterval(() => say(`  still installing after ${seconds()} s`), reminderMs);
  const result = await capture('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root });
  clearInterval(timer);
  if (result.code !== 0) {
    if (isOutOfStep.test(result.output)) throw new PlainError(outOfStep);
    say(result.output.trim());
    throw new PlainError(`Stopped: ${downloadProblem('npm', 'the packages', result.output)}.`);
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampPath(root), lockHash(root));
  say(`Packages are installed (${seconds()} s).`);
}
