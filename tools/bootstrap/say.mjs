// What the bootstrap tells a person: progress lines on stderr, and problems as one sentence without a stack.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const progressIntervalMs = 3_000;
const bytesPerMb = 1_000_000;

/** A problem whose message is all that a person needs to see. */
export class PlainError extends Error {}

export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs `main`; a PlainError becomes one sentence and exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Error) || !isPlain(error)) throw error;
    say(`\n${plainMessage(error)}`);
    process.exitCode = 1;
  }
}

const isPlain = (error) => error instanceof PlainError || error.code === 'ENOSPC' || error.code === 'EACCES';

function plainMessage(error) {
  if (error.code === 'ENOSPC')
    return `There is no space left on the disk (${error.path ?? 'while writing'}).`;
  if (error.code === 'EACCES') return `This user may not write ${error.path ?? 'there'}.`;
  return error.message;
}

/** Prints how far a download in `folder` has come until `work` settles. */
export async function withProgress({ folder, totalMb, what }, work) {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const doneMb = Math.round(folderBytes(folder) / bytesPerMb);
    say(`  ${what}: ${doneMb} MB of about ${totalMb} MB after ${seconds} s`);
  }, progressIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function folderBytes(folder) {
  let bytes = 0;
  for (const entry of safeList(folder)) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? folderBytes(path) : safeSize(path);
  }
  return bytes;
}

// Files come and go while another program downloads, so a vanished one simply counts nothing.
function safeList(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function safeSize(path) {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
