import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { isWellFormedApiKey } from '@outreach/contracts-auth/api-key-format';
import type { CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeMember, makeWorkspace, startAuth } from './auth-harness.ts';

const auth = await sharedByTests(startAuth);
let workspaceId: string;

beforeAll(async () => {
  workspaceId = (await makeWorkspace(auth)).workspace.id;
});

function owner(workspace = workspaceId): CallContext {
  return testCall(workspace, { scopes: new Set(SCOPES) });
}

const request = {
  name: 'Sync',
  scopes: ['contacts:read'],
  rate_limit_per_minute: undefined,
  expires_at: undefined,
};

async function create(overrides: Partial<typeof request> | object = {}, ctx = owner()) {
  const { api_key: record, key } = await auth.client.createApiKey(ctx, { ...request, ...overrides });
  if (record === undefined) throw new Error('no record');
  return { record, key };
}

async function resolve(key: string) {
  return auth.client.resolveApiKey(owner(), { key_sha256: createHash('sha256').update(key).digest() });
}

describe('CreateApiKey', () => {
  it('returns a well-formed key once and stores only its preview', async () => {
    const { record, key } = await create();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(record).toMatchObject({ name: 'Sync', scopes: ['contacts:read'], rate_limit_per_minute: 600 });
    expect(key.startsWith(record.key_preview)).toBe(true);
    const { api_key: read } = await auth.client.getApiKey(owner(), { id: record.id });
    expect(JSON.stringify(read)).not.toContain(key);
  });

  it('returns permission_denied for a scope that the caller does not have', async () => {
    const ctx = testCall(workspaceId, { scopes: new Set(['admin:keys', 'contacts:read']) });
    await expect(create({ scopes: ['contacts:read', 'admin:gdpr'] }, ctx)).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:gdpr' },
    });
  });

  it.each([
    ['an unknown scope', { scopes: ['contacts:read', 'everything'] }, 'scopes[1]'],
    ['an empty name', { name: '' }, 'name'],
    ['a rate limit above the tier', { rate_limit_per_minute: 601 }, 'rate_limit_per_minute'],
    ['a rate limit of 0', { rate_limit_per_minute: 0 }, 'rate_limit_per_minute'],
    ['an end in the past', { expires_at: new Date(0) }, 'expires_at'],
  ])('refuses %s', async (_name, overrides, field) => {
    await expect(create(overrides)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('allows an enterprise workspace a rate limit up to its own maximum', async () => {
    const { workspace } = await makeWorkspace(auth, { tier: 'enterprise', keyLimit: 3_000 });
    const { record } = await create({ rate_limit_per_minute: 3_000 }, owner(workspace.id));
    expect(record.rate_limit_per_minute).toBe(3_000);
  });

  it('allows exactly 50 live keys under concurrency', async () => {
    const { workspace } = await makeWorkspace(auth);
    for (let count = 0; count < 44; count += 1) await create({}, owner(workspace.id));
    const attempts = Array.from({ length: 8 }, async () =>
      create({}, owner(workspace.id)).catch((err: unknown) => err),
    );
    const outcomes = await Promise.all(attempts);
    const refused = outcomes.filter((outcome) => outcome instanceof Error);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ code: 'conflict', details: { reason: 'key_limit' } });
  });
});

describe('ResolveApiKey', () => {
  it('returns scopes and limits of a live key and records its use', async () => {
    const { record, key } = await create();
    expect(await resolve(key)).toMatchObject({
      key_id: record.id,
      workspace_id: workspaceId,
      scopes: ['contacts:read'],
      rate_limit_per_minute: 600,
      workspace_limits: { requests: 5_000, writes: 2_000, key_max: 600 },
    });
    const { api_key: read } = await auth.client.getApiKey(owner(), { id: record.id });
    expect(read?.last_used_at).toBeInstanceOf(Date);
  });

  it('refuses unknown, revoked and expired keys', async () => {
    const revoked = await create();
    const expired = await create({ expires_at: new Date(auth.clock.now() + 1_000) });
    await auth.client.deleteApiKey(owner(), { id: revoked.record.id });
    auth.clock.advance(1_000);
    for (const key of ['otk_unknown', revoked.key, expired.key]) {
      await expect(resolve(key)).rejects.toMatchObject({ kind: 'unauthenticated' });
    }
  });
});

describe('DeleteApiKey', () => {
  it('keeps the record readable, hides it from lists by default, and can be repeated', async () => {
    const { record } = await create({ name: 'Old' });
    await auth.client.deleteApiKey(owner(), { id: record.id });
    await auth.client.deleteApiKey(owner(), { id: record.id });
    const { api_key: read } = await auth.client.getApiKey(owner(), { id: record.id });
    expect(read?.revoked_at).toBeInstanceOf(Date);
    const page = { page_size: 500, cursor: '' };
    const live = await auth.client.listApiKeys(owner(), { page, include_revoked: false });
    const all = await auth.client.listApiKeys(owner(), { page, include_revoked: true });
    expect(live.api_keys.map((key) => key.id)).not.toContain(record.id);
    expect(all.api_keys.map((key) => key.id)).toContain(record.id);
  });

  it('returns permission_denied to a caller without a scope of the key', async () => {
    const { record } = await create({ scopes: ['webhooks:read'] });
    const ctx = testCall(workspaceId, { scopes: new Set(['admin:keys']) });
    await expect(auth.client.deleteApiKey(ctx, { id: record.id })).rejects.toMatchObject({
      kind: 'permission_denied',
    });
  });

  it('returns not_found for a key of another workspace', async () => {
    const { record } = await create();
    const { workspace } = await makeWorkspace(auth);
    await expect(auth.client.deleteApiKey(owner(workspace.id), { id: record.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('ResolveUser', () => {
  it('returns the role and all scopes of an active user', async () => {
    const member = await makeMember(auth, workspaceId);
    expect(await auth.client.resolveUser(owner(), { user_id: member.id })).toMatchObject({
      workspace_id: workspaceId,
      role: 'member',
      scopes: ['contacts:read', 'contacts:write', 'campaigns:read', 'campaigns:write', 'webhooks:read'],
    });
  });

  it('refuses an unknown user', async () => {
    await expect(auth.client.resolveUser(owner(), { user_id: 'usr_0' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
});
