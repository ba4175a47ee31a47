// A lock between the processes of a machine: a file with the process id of its owner.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './say.mjs';

const pollMs = 300;

/** Runs `work` with the lock. While a running process has it, prints that once and waits. */
export async function withLock({ path, waitingFor }, work) {
  mkdirSync(dirname(path), { recursive: true });
  let isReported = false;
  while (!tryTake(path)) {
    if (!isReported) say(`Waiting for another process that is ${waitingFor} ...`);
    isReported = true;
    await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = ownerOf(path);
    if (owner !== undefined && !isAlive(owner)) removeStale(path, owner);
    return false;
  }
}

function ownerOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

// Two waiters may find the same dead owner. The rename succeeds for one of them; a lock with a new owner is restored.
function removeStale(path, deadOwner) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (ownerOf(aside) === deadOwner) rmSync(aside, { force: true });
    else renameSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
