import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appNames } from './names.ts';
import { secretFiles, writeSecretFiles } from './secret-files.ts';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'outreach-secrets-')), 'secrets');
  write();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (): void =>
  writeSecretFiles({ folder, mongodbUri: 'mongodb://mongo:27017', redisUrl: 'redis://redis:6379' });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const names = (): string[] => globSync('*/*', { cwd: folder }).toSorted();
const all = (): string[][] => names().map((name) => [name, read(name)]);

describe('writeSecretFiles', () => {
  it('writes the files of each app, and only the owner may open their folder', () => {
    expect(names()).toEqual(
      appNames.flatMap((app) => secretFiles[app].map((file) => `${app}/${file}`)).toSorted(),
    );
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('publishes the identity key of each app without its private part', () => {
    const { keys } = JSON.parse(read('gateway/IDENTITY_PUBLIC_KEYS')) as { keys: Record<string, string>[] };
    expect(keys.map(({ kid }) => kid)).toEqual([...appNames]);
    expect(keys.filter((key) => 'd' in key)).toEqual([]);
    expect(read('webhooks/IDENTITY_PUBLIC_KEYS')).toBe(read('gateway/IDENTITY_PUBLIC_KEYS'));
  });

  it('gives gateway and campaigns the same tracking key, and each app a service key of its own', () => {
    expect(read('campaigns/TRACKING_KEY')).toBe(read('gateway/TRACKING_KEY'));
    const backends = appNames.filter((app) => app !== 'gateway');
    expect(new Set(backends.map((app) => read(`${app}/SERVICE_KEY`))).size).toBe(backends.length);
  });

  it('keeps existing secrets and adds missing ones', () => {
    const before = all();
    rmSync(join(folder, 'campaigns', 'TRACKING_KEY'));
    write();
    expect(all()).toEqual(before);
  });

  it('publishes a second identity key of an app while it is rotated', () => {
    const other = read('auth/IDENTITY_PRIVATE_KEY').replace('"auth"', '"campaigns"');
    writeFileSync(join(folder, 'campaigns', 'IDENTITY_PRIVATE_KEY_OTHER'), other);
    write();
    const { keys } = JSON.parse(read('gateway/IDENTITY_PUBLIC_KEYS')) as { keys: Record<string, string>[] };
    expect(keys.map(({ kid }) => kid)).toEqual([...appNames, 'campaigns']);
    expect(keys.filter((key) => 'd' in key)).toEqual([]);
  });
});
