// Output of the bootstrap: progress lines on stderr, and problems as one sentence without a stack.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const progressIntervalMs = 3_000;
const bytesPerMb = 1_000_000;

/** A problem with a message for the user. */
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

/** Prints the progress of a download in `folder` until `work` settles. */
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

// The other program creates and deletes files; a deleted one counts zero bytes.
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
