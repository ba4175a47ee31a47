import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
  test('--fresh refuses a folder that is not ours, and leaves it alone', () => {
    writeFileSync(join(folder, 'thesis.txt'), 'years of work');
    expect(() => {
      emptyDataDir(folder);
    }).toThrow(/it is not a data folder of Outreach/);
    expect(existsSync(join(folder, 'thesis.txt'))).toBe(true);
  });

  test('--fresh empties a folder of ours', async () => {
    const claim = await claimDataDir(folder, ignore);
    claim.release();
    mkdirSync(join(folder, 'mongod'));
    emptyDataDir(folder);
    expect(existsSync(join(folder, 'mongod'))).toBe(false);
  });

  test('--fresh refuses while another run uses the folder', async () => {
    await claimDataDir(folder, ignore);
    expect(() => {
      emptyDataDir(folder);
    }).toThrow(/^Another Outreach already runs/);
  });

  test('what a killed run left is ended by the next one', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    const pid = child.pid ?? 0;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const leftOver = { name: 'contacts', pid, identity: processIdentity(pid) };
    // Process ids are used again, so the record of a dead runner has an identity that no living one has.
    const runner = { name: 'runner', pid: process.pid, identity: 'an earlier process' };
    writeFileSync(join(folder, 'runner.json'), JSON.stringify({ runner, processes: [leftOver] }));
    const said: string[] = [];
    const claim = await claimDataDir(folder, (line) => said.push(line));
    await exited;
    claim.release();
    expect(said).toEqual(['Stopping contacts, left by a run that was killed ...']);
  });
});
