import { beforeEach, describe, expect, it } from '@jest/globals';
import { campaignErrors } from '@outreach/contracts-campaigns';
import type { CompleteOAuthResponse } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { AppError } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { WORKSPACE } from './fake-backends.ts';
import { startGateway, USER_ID } from './gateway-harness.ts';

const ACCOUNT = 'acc_01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const RETURN_URL = 'https://app.example.com/mailboxes?tab=1';
const callers: CallContext[] = [];
const queries: string[] = [];
let outcome: CompleteOAuthResponse;
let flow: { principal_type: string; principal_id: string; return_url?: string };

const gateway = await sharedByTests(async () =>
  startGateway({
    env: { CORS_ORIGINS: 'https://app.example.com', PUBLIC_BASE_URL: 'https://mail.example.com' },
    handlers: {
      campaigns: {
        findOAuthFlow: async (_ctx, { state }) => {
          if (state !== 'right') throw campaignErrors.invalidOAuthState.make();
          return Promise.resolve({ workspace_id: WORKSPACE, ...flow });
        },
        completeOAuth: async (ctx, { query }) => {
          if (!ctx.scopes.has('campaigns:write')) throw new AppError('permission_denied', 'No.');
          callers.push(ctx);
          queries.push(query);
          return Promise.resolve({ return_url: flow.return_url, ...outcome });
        },
        startOAuth: async (_ctx, { return_url }) =>
          Promise.resolve({ authorization_url: return_url ?? 'none', expires_at: new Date(0) }),
      },
    },
  }),
);

beforeEach(() => {
  callers.splice(0);
  queries.splice(0);
  outcome = { account_id: ACCOUNT };
  flow = { principal_type: 'user', principal_id: USER_ID };
});

async function callback(query = 'code=4%2F0Ab&state=right&scope=email%20openid&authuser=0') {
  const response = await gateway.call(`/oauth/callback/?${query}`, { redirect: 'manual' });
  const { status, headers } = response;
  return { status, location: headers.get('location'), headers, text: await response.text() };
}

describe('the callback of a consent', () => {
  it('completes it as the user who has started it, with the scopes of now', async () => {
    expect(await callback()).toMatchObject({ status: 200 });
    expect(callers).toMatchObject([{ workspaceId: WORKSPACE, principal: { type: 'user', id: USER_ID } }]);
    expect(queries).toEqual(['code=4%2F0Ab&state=right&scope=email%20openid&authuser=0']);
  });

  it('redirects to the return address with the account or the error', async () => {
    flow = { ...flow, return_url: RETURN_URL };
    expect(await callback()).toMatchObject({ status: 302, location: `${RETURN_URL}&account_id=${ACCOUNT}` });
    outcome = { error: 'other_mailbox' };
    expect(await callback()).toMatchObject({ status: 302, location: `${RETURN_URL}&error=other_mailbox` });
  });

  it('shows a page without scripts if there is no return address', async () => {
    const connected = await callback();
    outcome = { error: 'exchange_failed' };
    const failed = await callback();
    expect([connected.status, failed.status]).toEqual([200, 400]);
    for (const { text, headers } of [connected, failed]) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(text).not.toContain('<script');
    }
    expect(failed.text).toContain('The mailbox is not connected');
  });

  it.each(['state=%3Cscript%3E&code=1', 'code=1', '', `state=right&code=${'x'.repeat(9_000)}`])(
    'answers 400 to the query %s',
    async (query) => {
      const { status, text } = await callback(query);
      expect([status, text.includes('<script')]).toEqual([400, false]);
      expect(callers).toEqual([]);
    },
  );

  it('connects nothing for a principal that is deleted, or may no longer write', async () => {
    flow = { ...flow, principal_id: 'usr_deleted' };
    expect(await callback()).toMatchObject({ status: 400 });
    flow = { ...flow, return_url: RETURN_URL };
    expect(await callback()).toMatchObject({ status: 302, location: `${RETURN_URL}&error=access_denied` });
    const user = gateway.world.users.get(USER_ID);
    if (user === undefined) throw new Error('The user exists.');
    gateway.world.users.set('usr_reader', { ...user, user_id: 'usr_reader', scopes: ['campaigns:read'] });
    flow = { ...flow, principal_id: 'usr_reader' };
    expect(await callback()).toMatchObject({ status: 302, location: `${RETURN_URL}&error=access_denied` });
    expect(callers).toEqual([]);
  });
});

describe('the return address', () => {
  it.each([
    [RETURN_URL, 200],
    ['https://mail.example.com/done', 200],
    ['https://evil.example.com/', 400],
    ['https://app.example.com.evil.example/', 400],
    ['https://app.example.com@evil.example/', 400],
    ['http://app.example.com/', 400],
    ['javascript:alert(1)', 400],
  ])('%s answers %d', async (return_url, status) => {
    const response = await gateway.call('/api/v1/sending-accounts/oauth/start/', {
      method: 'POST',
      credential: gateway.key('oauthstart'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', return_url }),
    });
    expect(response.status).toBe(status);
    if (status === 400) expect(await response.json()).toMatchObject({ error: { field: 'return_url' } });
  });
});
