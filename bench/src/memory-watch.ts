import { readFileSync } from 'node:fs';
import type { Stack } from '@outreach/dev';
import type { AppName } from '@outreach/dev/names';
import { metricOf } from './metrics.ts';

const SAMPLE_MS = 250;
const BYTES_PER_MIB = 1_048_576;
const KIB_PER_MIB = 1_024;

/** Memory of a process in MiB. */
export interface Memory {
  /** Resident memory. */
  readonly resident: number;
  /** Anonymous resident memory: allocated by the process. The rest is program code, which processes share. */
  readonly own: number;
}

export interface MemoryWatch {
  /** Ends the watch. Returns the memory at the start and the maximum. */
  end(): Promise<{ readonly start: Memory; readonly most: Memory }>;
}

/** Samples the memory of a process until the watch ends. */
export async function watchMemory(stack: Stack, app: AppName): Promise<MemoryWatch> {
  const read = async (): Promise<Memory> => ({
    resident: (await metricOf(stack, app, 'process_resident_memory_bytes')) / BYTES_PER_MIB,
    own: ownMib(stack.pids()[app]),
  });
  const start = await read();
  let most = start;
  const sample = async (): Promise<void> => {
    const now = await read();
    most = { resident: Math.max(most.resident, now.resident), own: Math.max(most.own, now.own) };
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await sample();
      return { start, most };
    },
  };
}

/** RssAnon of proc(5), status. NaN if the file does not exist. */
function ownMib(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / KIB_PER_MIB;
}

export function showMemory({ resident, own }: Memory): string {
  return `${resident.toFixed(0)} MiB (${own.toFixed(0)} without mapped files)`;
}

/** Proportional set size in MiB: own pages, and shared ones divided by the processes that share them. Linux only. */
function proportionalMib(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return NaN;
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) / KIB_PER_MIB;
}

/** The memory of the five services and their servers, with the sum. */
export function showMemoryOfAll(stack: Stack): string {
  const all = Object.entries(stack.pids()).map(([name, pid]): [string, number] => [
    name,
    proportionalMib(pid),
  ]);
  const sum = all.reduce((total, [, mib]) => total + mib, 0);
  return `${sum.toFixed(0)} MiB (PSS): ${all.map(([name, mib]) => `${name} ${mib.toFixed(0)}`).join(', ')}`;
}
