import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimDataDir, emptyDataDir } from './data-dir.ts';
import { processIdentity } from './process-identity.ts';

const ignore = (): void => undefined;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-data-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the data folder', () => {
  it('is not emptied by --fresh if the runner did not create it', () => {
    writeFileSync(join(folder, 'thesis.txt'), 'years of work');
    expect(() => {
      emptyDataDir(folder);
    }).toThrow(/it is not a data folder of Outreach/);
    expect(existsSync(join(folder, 'thesis.txt'))).toBe(true);
  });

  it('is emptied by --fresh if the runner created it', async () => {
    const claim = await claimDataDir(folder, ignore);
    claim.release();
    mkdirSync(join(folder, 'mongod'));
    emptyDataDir(folder);
    expect(existsSync(join(folder, 'mongod'))).toBe(false);
  });

  it('is not emptied by --fresh while another run uses it', async () => {
    await claimDataDir(folder, ignore);
    expect(() => {
      emptyDataDir(folder);
    }).toThrow(/^Another Outreach already runs/);
  });

  it('is freed of the processes of a killed run by the next run', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    const pid = child.pid ?? 0;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const leftOver = { name: 'contacts', pid, identity: processIdentity(pid) };
    // Process ids are reused, so the record of a dead runner has an identity that no live process has.
    const runner = { name: 'runner', pid: process.pid, identity: 'an earlier process' };
    writeFileSync(join(folder, 'runner.json'), JSON.stringify({ runner, processes: [leftOver] }));
    const said: string[] = [];
    const claim = await claimDataDir(folder, (line) => said.push(line));
    await exited;
    claim.release();
    expect(said).toEqual(['Stopping contacts, left by a run that was killed ...']);
  });
});
