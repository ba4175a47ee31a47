import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const MODULE = fileURLToPath(new URL('./free-port.ts', import.meta.url));

/** The port that another process gets when it prefers one. */
async function elsewhere(preferred: number): Promise<number> {
  const program = `process.stdout.write(String(await (await import(${JSON.stringify(MODULE)})).freePort(${preferred})))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return Number(stdout);
}

describe('freePort', () => {
  it('returns each port once, also before a server listens on it', async () => {
    const ports = await Promise.all(Array.from({ length: 100 }, async () => freePort()));
    expect(new Set(ports).size).toBe(100);
  });

  it('returns a preferred port that is free again', async () => {
    const port = await freePort();
    expect(await freePort(port)).toBe(port);
  });

  it('reserves its ports against every other process', async () => {
    const port = await freePort();
    const other = await elsewhere(port);
    expect(other).toBeGreaterThan(0);
    expect(Math.trunc(other / 20)).not.toBe(Math.trunc(port / 20));
  });
});
