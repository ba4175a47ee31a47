import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { seedCredential } from '@outreach/dev/seed';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);

describe('two clients of one agency', () => {
  it('never share an address, and the second client gets a 409 with a reason', async () => {
    const flags = ['--agency', `Credentials ${randomUUID()}`];
    const [one, other] = [
      await seedCredential(running.stack, 'One', flags),
      await seedCredential(running.stack, 'Two', flags),
    ];
    const body = { email: 'shared@example.com' };
    const first = await running.call('POST', '/api/v1/contacts/', { body, key: one.apiKey });
    expect(first.status).toBe(201);
    const second = await running.call('POST', '/api/v1/contacts/', { body, key: other.apiKey });
    expect(second).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', reason: 'assigned_to_other_client' } },
    });
    expect(second.text).not.toContain(first.body.id);
    expect(second.text).not.toContain(one.workspace.id);
  });
});

describe('tokens', () => {
  it('are issued for a password, rotate, and open the API', async () => {
    const { username, password } = running;
    const login = await running.call('POST', '/api/v1/auth/token/', {
      key: '',
      body: { username, password },
    });
    expect(login).toMatchObject({
      status: 200,
      body: { access: expect.any(String), refresh: expect.any(String) },
    });
    const list = await running.call('GET', '/api/v1/contacts/', { key: login.body.access });
    expect(list.status).toBe(200);
    const next = await running.call('POST', '/api/v1/auth/token/refresh/', {
      key: '',
      body: { refresh: login.body.refresh },
    });
    expect(next.status).toBe(200);
    const gone = await running.call('POST', '/api/v1/auth/token/revoke/', {
      key: '',
      body: { refresh: next.body.refresh },
    });
    expect(gone.status).toBe(204);
  });

  it('are not issued for a wrong password', async () => {
    const body = { username: running.username, password: 'wrong password' };
    const refused = await running.call('POST', '/api/v1/auth/token/', { key: '', body });
    expect(refused).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
  });
});
