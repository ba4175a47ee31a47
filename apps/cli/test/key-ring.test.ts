/** @needs keyring */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const USE_KEY_RING = join(import.meta.dirname, 'use-key-ring.ts');
/** Starts the key ring of a session and opens it. */
const UNLOCK = 'printf password | gnome-keyring-daemon --unlock --components=secrets > /dev/null';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-key-ring-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(
  command: string,
  args: readonly string[],
): { keyStore: string; key: string; keyAfterRemoval: null } {
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return JSON.parse(
    execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}

describe('the key of a profile', () => {
  it('is in the key ring of the session, and not in the file', () => {
    const script = `${UNLOCK}; exec "${process.execPath}" "${USE_KEY_RING}"`;
    const result = run('dbus-run-session', ['--', 'bash', '-c', script]);
    expect(result).toEqual({ keyStore: 'key ring', key: 'otk_secret', keyAfterRemoval: null });
    expect(readFileSync(join(folder, 'outreach', 'profiles.json'), 'utf8')).not.toContain('otk_secret');
  });

  it('is in the file without a key ring', () => {
    const result = run(process.execPath, [USE_KEY_RING]);
    expect(result).toEqual({ keyStore: 'file', key: 'otk_secret', keyAfterRemoval: null });
  });
});
