import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { hasCode, PlainError } from './plain-error.ts';
import { processIdentity } from './process-identity.ts';

const markerName = '.outreach-data';
const runnerName = 'runner.json';
const leftOverWaitMs = 10_000;
const leftOverPollMs = 100;

const processSchema = z.object({ name: z.string(), pid: z.int(), identity: z.string() });
const runnerSchema = z.object({ runner: processSchema, processes: z.array(processSchema) });
type KnownProcess = z.output<typeof processSchema>;

/** A data folder that this process alone uses until it releases it. */
export interface DataDirClaim {
  /** Records the processes, so that a later run can end them if this run is killed. */
  record(pids: Readonly<Record<string, number>>): void;
  release(): void;
}

/**
 * Claims the data folder for this process and ends leftover processes of a killed run.
 * @throws PlainError if a live process uses the folder.
 */
export async function claimDataDir(dataDir: string, print: (line: string) => void): Promise<DataDirClaim> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  writeFileSync(join(dataDir, markerName), 'This folder belongs to the Outreach development runner.\n');
  const path = join(dataDir, runnerName);
  await endEarlierRun(dataDir, print);
  const runner = identify('runner', process.pid);
  try {
    writeFileSync(path, JSON.stringify({ runner, processes: [] }), { flag: 'wx' });
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? inUse(dataDir) : error;
  }
  return {
    record: (pids) => {
      const processes = Object.entries(pids).map(([name, pid]) => identify(name, pid));
      writeJsonFile(path, { runner, processes });
    },
    release: () => {
      rmSync(path, { force: true });
    },
  };
}

/** Deletes the data folder's content; refuses a folder that the runner did not make. */
export function emptyDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const isOurs = existsSync(join(dataDir, markerName));
  if (!isOurs && readdirSync(dataDir).length > 0) {
    throw new PlainError(
      `--fresh does not empty ${dataDir}: it is not a data folder of Outreach (no ${markerName} in it).`,
    );
  }
  const owner = readJsonFile(join(dataDir, runnerName), runnerSchema);
  if (owner !== undefined && isRunning(owner.runner)) throw inUse(dataDir);
  for (const name of readdirSync(dataDir)) {
    // The runner's record stays: it names the leftover processes of a killed run, which still have to be ended.
    if (name !== runnerName && name !== markerName)
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

const inUse = (dataDir: string): PlainError =>
  new PlainError(
    `Another Outreach already runs on ${dataDir}; stop it, or set OUTREACH_DATA_DIR to another folder.`,
  );

const identify = (name: string, pid: number): KnownProcess => ({
  name,
  pid,
  identity: processIdentity(pid) ?? '',
});

const isRunning = ({ pid, identity }: KnownProcess): boolean => processIdentity(pid) === identity;

async function endEarlierRun(dataDir: string, print: (line: string) => void): Promise<void> {
  const path = join(dataDir, runnerName);
  const earlier = readJsonFile(path, runnerSchema);
  if (earlier === undefined) return;
  if (isRunning(earlier.runner)) throw inUse(dataDir);
  const leftOver = earlier.processes.filter(isRunning);
  if (leftOver.length > 0)
    print(`Stopping ${leftOver.map(({ name }) => name).join(', ')}, left by a run that was killed ...`);
  for (const { pid } of leftOver) sendSignal(pid, 'SIGTERM');
  const deadline = Date.now() + leftOverWaitMs;
  while (leftOver.some(isRunning) && Date.now() < deadline) await delay(leftOverPollMs);
  for (const { pid } of leftOver.filter(isRunning)) sendSignal(pid, 'SIGKILL');
  rmSync(path, { force: true });
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
