import { cpus, release, totalmem, type } from 'node:os';

const BYTES_PER_GIB = 1024 ** 3;

/** The machine a figure belongs to, in one line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / BYTES_PER_GIB);
  return `machine: ${String(cpus().length)} × ${cpu?.model.trim() ?? 'unknown'}, ${String(memoryGib)} GiB, ${type()} ${release()}, Node ${process.version}; load, services and databases share it`;
}
