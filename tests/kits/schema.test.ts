import { describe, expect, it, jest } from '@jest/globals';
import { eventually, testEnvironment } from '@outreach/testing';
import { startProcess } from './service-process.ts';

jest.setTimeout(120_000);

const WAIT = { timeoutMs: 30_000 };

type Environment = Readonly<Record<string, string>>;

/** Runs an operator command of contacts, and returns its printed object. */
async function admin(env: Environment, ...args: readonly string[]) {
  const command = await startProcess('contacts', env, { entry: 'admin.ts', args });
  expect(await command.exit).toBe(0);
  return JSON.parse(command.log());
}

const COMPLETE = { missing: [] };

describe('a process with SCHEMA=check', () => {
  it('is not ready before `schema apply` has built the schema; it may run twice at once and again', async () => {
    const { env: defaults } = await testEnvironment('contacts');
    const env = { ...defaults, SCHEMA: 'check' };
    const service = await startProcess('contacts', env);
    try {
      await eventually(
        async () => expect(await service.get('/readyz')).toEqual({ status: 503, text: 'starting\n' }),
        WAIT,
      );
      const before = await admin(env, 'schema', 'show');
      expect(before.missing).toEqual(expect.arrayContaining(['contacts.by_token', 'idempotency.about_1']));
      expect((await service.get('/readyz')).status).toBe(503);
      const both = await Promise.all([admin(env, 'schema', 'apply'), admin(env, 'schema', 'apply')]);
      await service.ready();
      expect([...both, await admin(env, 'schema', 'apply')]).toMatchObject([COMPLETE, COMPLETE, COMPLETE]);
    } finally {
      await service.stop();
    }
    expect(service.log()).toContain('waits for schema apply');
  });

  it('stops while it waits', async () => {
    const { env } = await testEnvironment('contacts');
    const service = await startProcess('contacts', { ...env, SCHEMA: 'check' });
    await eventually(() => expect(service.log()).toContain('waits for schema apply'), WAIT);
    await service.stop();
    expect(await service.exit).toBe(0);
  });
});
