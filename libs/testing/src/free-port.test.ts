import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const MODULE = fileURLToPath(new URL('./free-port.ts', import.meta.url));

/** What another process is given that would like to have a port. */
async function elsewhere(preferred: number): Promise<number> {
  const program = `process.stdout.write(String(await (await import(${JSON.stringify(MODULE)})).freePort(${preferred})))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return Number(stdout);
}

describe('freePort', () => {
  it('gives no port twice, though nobody listens on it yet', async () => {
    const ports = await Promise.all(Array.from({ length: 100 }, async () => freePort()));
    expect(new Set(ports).size).toBe(100);
  });

  it('gives a preferred port that is free again', async () => {
    const port = await freePort();
    expect(await freePort(port)).toBe(port);
  });

  it('keeps what it gave from every other process', async () => {
    const port = await freePort();
    const other = await elsewhere(port);
    expect(other).toBeGreaterThan(0);
    expect(Math.trunc(other / 20)).not.toBe(Math.trunc(port / 20));
  });
});
