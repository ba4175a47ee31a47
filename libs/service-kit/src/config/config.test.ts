import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  ConfigError,
  identityConfig,
  keyConfig,
  mongoConfig,
  parseConfig,
  processConfig,
  rolesConfig,
} from './config.ts';

const shape = { ...processConfig, ...mongoConfig, ...keyConfig, ...identityConfig, ...rolesConfig };
const good = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  SERVICE_KEY: Buffer.alloc(32, 1).toString('base64'),
  IDENTITY_PRIVATE_KEY: '{"kty":"OKP"}',
  IDENTITY_PUBLIC_KEYS: '{"keys":[]}',
};

describe('the configuration', () => {
  it('has defaults for optional variables', () => {
    expect(parseConfig(shape, good)).toMatchObject({ LOG_LEVEL: 'info', SHUTDOWN_DELAY_MS: 5_000 });
  });

  it('treats an empty value as absent', () => {
    const config = parseConfig(shape, { ...good, SERVICE_KEY_PREVIOUS: '', SHUTDOWN_DELAY_MS: '' });
    expect(config).toMatchObject({ SHUTDOWN_DELAY_MS: 5_000 });
    expect(config.SERVICE_KEY_PREVIOUS).toBeUndefined();
  });

  it('reads the roles of a process, which are both by default', () => {
    const rolesOf = (text: string) => parseConfig(shape, { ...good, ROLES: text }).ROLES;
    expect(rolesOf('')).toEqual(new Set(['api', 'worker']));
    expect(rolesOf(' worker ')).toEqual(new Set(['worker']));
    expect(() => rolesOf('api,batch')).toThrow('ROLES');
  });

  it('names every problem at once', () => {
    const bad = { LOG_LEVEL: 'loud', SERVICE_KEY: 'short', IDENTITY_PUBLIC_KEYS: 'no json' };
    let problems: readonly string[] = [];
    try {
      parseConfig(shape, bad);
    } catch (thrown) {
      if (thrown instanceof ConfigError) problems = thrown.problems;
    }
    const names = problems.map((problem) => problem.split(':')[0]);
    expect(new Set(names)).toEqual(
      new Set(['LOG_LEVEL', 'MONGODB_URI', 'SERVICE_KEY', 'IDENTITY_PRIVATE_KEY', 'IDENTITY_PUBLIC_KEYS']),
    );
  });

  it('never repeats a secret in its error message', () => {
    expect(() => parseConfig(shape, { ...good, IDENTITY_PRIVATE_KEY: 'hush-hush' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hush') }),
    );
  });

  it('reads a variable without a value from the file that <NAME>_FILE names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outreach-config-'));
    try {
      const path = join(folder, 'service-key');
      writeFileSync(path, `${Buffer.alloc(32, 9).toString('base64')}\n`);
      const { SERVICE_KEY: _inFile, ...rest } = good;
      const fromFile = parseConfig(shape, { ...rest, SERVICE_KEY_FILE: path });
      expect(fromFile.SERVICE_KEY).toEqual(Buffer.alloc(32, 9));
      expect(parseConfig(shape, { ...good, SERVICE_KEY_FILE: path }).SERVICE_KEY).toEqual(
        Buffer.alloc(32, 1),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(() => parseConfig(shape, { ...good, SERVICE_KEY: '', SERVICE_KEY_FILE: '/no/such/file' })).toThrow(
      'SERVICE_KEY_FILE',
    );
  });

  it('has no previous service key by default', () => {
    expect(parseConfig(shape, good).SERVICE_KEY_PREVIOUS).toBeUndefined();
    const rotated = parseConfig(shape, {
      ...good,
      SERVICE_KEY_PREVIOUS: Buffer.alloc(32, 2).toString('base64'),
    });
    expect(rotated.SERVICE_KEY_PREVIOUS).toEqual(Buffer.alloc(32, 2));
  });
});
