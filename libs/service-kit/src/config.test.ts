import { describe, expect, it } from '@jest/globals';
import { ConfigError, identityConfig, keyConfig, mongoConfig, parseConfig, processConfig } from './config.ts';

const shape = { ...processConfig, ...mongoConfig, ...keyConfig, ...identityConfig };
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
});
