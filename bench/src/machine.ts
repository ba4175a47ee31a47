import { execFile } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '@outreach/dev';

const BYTES_PER_GIB = 1024 ** 3;

/** The machine of a measurement, in one line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / BYTES_PER_GIB);
  return `machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memoryGib} GiB, ${type()} ${release()}, Node ${process.version}; load, services and databases share it`;
}

const run = promisify(execFile);
const VERSION = /v?\d+\.\d+\.\d+/;

/** The versions of MongoDB and NATS, in one line. */
export async function describeServers(): Promise<string> {
  const { mongod, natsServer } = await findBinaries(process.env);
  const versions = [mongod, natsServer].map(async (binary) => {
    const { stdout } = await run(binary, ['--version']);
    return `${path.basename(binary)} ${VERSION.exec(stdout)?.[0] ?? 'unknown'}`;
  });
  return `servers: ${(await Promise.all(versions)).join(', ')}`;
}
