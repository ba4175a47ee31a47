import type { AppName, Stack } from '@outreach/dev';
import { metricOf } from './metrics.ts';

const SAMPLE_MS = 250;
const BYTES_PER_MIB = 1_048_576;

export interface MemoryWatch {
  /** Ends the watch; MiB that the process had at the start and at most. */
  end(): Promise<{ readonly startMib: number; readonly mostMib: number }>;
}

/** Watches the resident memory of a process until it is ended. */
export async function watchMemory(stack: Stack, app: AppName): Promise<MemoryWatch> {
  const read = async () => (await metricOf(stack, app, 'process_resident_memory_bytes')) / BYTES_PER_MIB;
  const startMib = await read();
  let mostMib = startMib;
  const sample = async (): Promise<void> => {
    mostMib = Math.max(mostMib, await read());
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await sample();
      return { startMib, mostMib };
    },
  };
}
