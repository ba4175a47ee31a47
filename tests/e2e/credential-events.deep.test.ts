import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const PASSWORD = 'correct horse battery';
/** A gateway checks a cached credential again after 4 s, also without an event. */
const BEFORE_CHECK = { timeoutMs: 3_000, pollMs: 50 };

const running = await sharedByTests(useSharedStack);
const { call } = running;

const statusOf = async (key: string): Promise<number> =>
  (await call('GET', '/api/v1/contacts/', { key })).status;

async function isRefused(key: string): Promise<void> {
  await eventually(async () => expect(await statusOf(key)).toBe(401), BEFORE_CHECK);
}

describe('a change of a credential, before the gateway checks it again anyway', () => {
  it('ends a revoked API key', async () => {
    const body = { name: 'Short', scopes: ['contacts:read'] };
    const created = await call('POST', '/api/v1/api-keys/', { body });
    const { id, key } = created.body;
    expect(await statusOf(key)).toBe(200);
    expect((await call('DELETE', `/api/v1/api-keys/${id}/`)).status).toBe(204);
    await isRefused(key);
  });

  it('ends the token of a deactivated user', async () => {
    const username = `short-${running.username}`;
    const created = await call('POST', '/api/v1/users/', {
      body: { username, password: PASSWORD, role: 'member' },
    });
    const logIn = { key: '', body: { username, password: PASSWORD } };
    const { access } = (await call('POST', '/api/v1/auth/token/', logIn)).body;
    expect(await statusOf(access)).toBe(200);
    const path = `/api/v1/users/${created.body.id}/`;
    expect((await call('PATCH', path, { body: { is_active: false } })).status).toBe(200);
    await isRefused(access);
  });
});
