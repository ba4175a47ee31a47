import { readFileSync } from 'node:fs';
import type { AppName, Stack } from '@outreach/dev';
import { metricOf } from './metrics.ts';

const SAMPLE_MS = 250;
const BYTES_PER_MIB = 1_048_576;
const KIB_PER_MIB = 1_024;

/** MiB of a process. */
export interface Memory {
  /** All that is in memory of it. */
  readonly resident: number;
  /** The part that no file backs: what it allocated. The rest is its program, which all processes of it share. */
  readonly own: number;
}

export interface MemoryWatch {
  /** Ends the watch; what the process had at the start and at most. */
  end(): Promise<{ readonly start: Memory; readonly most: Memory }>;
}

/** Watches the memory of a process until it is ended. */
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

/** proc(5), status: RssAnon. NaN where there is no such file. */
function ownMib(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return NaN;
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / KIB_PER_MIB;
}

export function showMemory({ resident, own }: Memory): string {
  return `${resident.toFixed(0)} MiB (${own.toFixed(0)} without mapped files)`;
}
