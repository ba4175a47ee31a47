// The download cache. It contains only complete files: each is prepared in a temporary folder and renamed.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The folder of all downloads: `OUTREACH_CACHE`, or `~/.cache/outreach`. */
export function cacheDir() {
  return resolve(process.env.OUTREACH_CACHE || join(homedir(), '.cache', 'outreach'));
}

/** Runs `work` with a temporary folder inside the cache, so that a rename out of it is atomic. */
export async function withTempFolder(work) {
  mkdirSync(cacheDir(), { recursive: true });
  const folder = mkdtempSync(join(cacheDir(), 'tmp-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves a complete file or folder to its final path. If another process was first, its content is the same. */
export function moveIntoCache(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

export async function sha256OfFile(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
