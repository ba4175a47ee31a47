import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { auditRecorded } from '@outreach/contracts-common/audit';
import { newId } from '@outreach/service-kit';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';

const auth = await sharedByTests(startAuth);

async function open() {
  const { workspace, user } = await makeWorkspace(auth);
  const principal = { type: 'user', id: user.id, role: 'owner' } as const;
  const ctx = testCall(workspace.id, { principal, scopes: new Set(SCOPES), clientAddress: '203.0.113.7' });
  const list = async (page = { page_size: 500, cursor: '' }) => auth.client.listAuditEntries(ctx, { page });
  const logIn = async (username: string, password: string) =>
    auth.client.createToken({ ...ctx, workspaceId: '' }, { username, password, workspace_id: undefined });
  return { workspace, user, ctx, list, logIn };
}

describe('ListAuditEntries', () => {
  it('returns actor, action, target, address and request id, newest first', async () => {
    const { workspace, user, ctx, list } = await open();
    const request = { username: `new-${user.id}`, password: PASSWORD, role: 'member', scopes: [] };
    const { user: created } = await auth.client.createUser(ctx, request);
    const { entries } = await list();
    expect(entries.map(({ action }) => action)).toEqual([
      'user.created',
      'user.created',
      'workspace.created',
    ]);
    expect(entries[0]).toMatchObject({
      id: expect.stringMatching(/^aud_/),
      actor_type: 'user',
      actor_id: user.id,
      target_type: 'user',
      target_id: created?.id,
      ip: '203.0.113.7',
      request_id: ctx.requestId,
    });
    expect(entries[2]).toMatchObject({ target_type: 'workspace', target_id: workspace.id });
  });

  it('returns log-ins and failed log-ins of a known user', async () => {
    const { user, list, logIn } = await open();
    await expect(logIn(user.username, 'not the password')).rejects.toMatchObject({ kind: 'unauthenticated' });
    await logIn(user.username, PASSWORD);
    const { entries } = await list();
    const actors = entries
      .slice(0, 2)
      .map(({ action, actor_type, actor_id }) => ({ action, actor_type, actor_id }));
    expect(actors).toEqual([
      { action: 'login.succeeded', actor_type: 'user', actor_id: user.id },
      { action: 'login.failed', actor_type: 'anonymous', actor_id: undefined },
    ]);
    expect(entries[1]).toMatchObject({ target_id: user.id, ip: '203.0.113.7' });
  });

  it('returns no failed log-in with an unknown username', async () => {
    const { list, logIn } = await open();
    const before = (await list()).entries.length;
    await expect(logIn('unknown-username', PASSWORD)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await list()).entries).toHaveLength(before);
  });

  it('returns no entry for a refused write', async () => {
    const { user, ctx, list } = await open();
    const before = (await list()).entries.length;
    const gone = auth.client.deleteUser(ctx, { id: user.id });
    await expect(gone).rejects.toMatchObject({ details: { reason: 'last_owner' } });
    expect((await list()).entries).toHaveLength(before);
  });

  it('returns pages of the workspace only', async () => {
    const { ctx, list } = await open();
    for (let count = 0; count < 3; count += 1) {
      const request = { name: 'Key', scopes: [], rate_limit_per_minute: undefined, expires_at: undefined };
      await auth.client.createApiKey(ctx, request);
    }
    const first = await list({ page_size: 3, cursor: '' });
    const rest = await list({ page_size: 3, cursor: first.meta?.next_cursor ?? '' });
    expect([...first.entries, ...rest.entries].map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.created',
      'api_key.created',
      'user.created',
      'workspace.created',
    ]);
    expect([first.meta?.has_more, rest.meta?.has_more]).toEqual([true, false]);
  });

  it('requires the scope admin:keys', async () => {
    const { ctx } = await open();
    const listing = auth.client.listAuditEntries(
      { ...ctx, scopes: new Set(['contacts:read']) },
      { page: undefined },
    );
    await expect(listing).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});

describe('a write that another service has recorded', () => {
  it('is listed once in its workspace, however often its event arrives', async () => {
    const [own, other] = [await open(), await open()];
    const before = (await other.list()).entries;
    const recorded = (service: string, data: object) => {
      const event = eventLike(auditRecorded, {
        workspaceId: own.workspace.id,
        aggregate: { id: newId('aud'), version: 1 },
      });
      return { service, event: { ...event, data: { ...auditRecorded.example, ...data } } };
    };
    const events = [
      recorded('contacts', {
        action: 'contact.bulk_upserted',
        target: { type: 'contact', id: null },
        count: 3,
      }),
      recorded('campaigns', {}),
      recorded('webhooks', { action: 'webhook.created', target: { type: 'webhook', id: 'whk_1' } }),
    ];
    for (const { service, event } of [...events, ...events])
      await auth.publish(service, { ...event, id: newId('evt') });
    const ids = new Set(events.map(({ event }) => event.aggregate.id));
    const entries = await eventually(async () => {
      const found = (await own.list()).entries.filter(({ id }) => ids.has(id));
      expect(found).toHaveLength(3);
      return found;
    });
    expect(entries.find(({ action }) => action === 'contact.bulk_upserted')).toMatchObject({
      target_type: 'contact',
      target_id: undefined,
      count: 3,
    });
    expect(entries.find(({ action }) => action === 'campaign.launched')).toMatchObject({
      actor_type: 'user',
      target_id: auditRecorded.example.target.id,
      count: undefined,
      ip: '203.0.113.7',
      request_id: 'req_01',
    });
    expect((await other.list()).entries).toEqual(before);
  });
});

it('keeps entries for 365 days, and those without a workspace for 30', async () => {
  const indexes = await auth.connection.collection('audit_log').indexes();
  const expiries = indexes.flatMap(({ expireAfterSeconds, partialFilterExpression: of }) =>
    expireAfterSeconds === undefined ? [] : [[expireAfterSeconds / 86_400, of]],
  );
  expect(expiries).toEqual(
    expect.arrayContaining([
      [365, undefined],
      [30, { workspace_id: '' }],
    ]),
  );
});
