import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadKeys } from './keys.ts';
import { appNames } from './names.ts';
import { choosePorts } from './ports.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'outreach-keys-'));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

function withoutApp(file: string, forget: (content: Record<string, unknown>) => void): void {
  const path = join(dataDir, file);
  const content = JSON.parse(readFileSync(path, 'utf8'));
  forget(content);
  writeFileSync(path, JSON.stringify(content));
}

describe('the keys of a data folder', () => {
  it('are created once and readable by their owner only', () => {
    const first = loadKeys(dataDir);
    expect(Object.keys(first).sort()).toEqual([...appNames].sort());
    expect(loadKeys(dataDir)).toEqual(first);
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  it('are kept when an app is added, which gets new keys', () => {
    const first = loadKeys(dataDir);
    withoutApp('keys.json', (content) => {
      delete content['webhooks'];
    });
    const second = loadKeys(dataDir);
    expect(second.auth).toEqual(first.auth);
    expect(second.webhooks.service_key).not.toBe(first.webhooks.service_key);
  });
});

describe('the ports of a data folder', () => {
  it('are kept when an app is added', async () => {
    const first = await choosePorts(dataDir);
    withoutApp('ports.json', (content) => {
      delete Object(content['metrics'])['webhooks'];
    });
    const second = await choosePorts(dataDir);
    expect(second.metrics.auth).toBe(first.metrics.auth);
    expect(second.metrics.webhooks).toBeGreaterThan(0);
  });
});
