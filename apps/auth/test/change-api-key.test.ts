import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeWorkspace, startAuth } from './auth-harness.ts';

const auth = await sharedByTests(startAuth);
let workspaceId: string;

beforeAll(async () => {
  workspaceId = (await makeWorkspace(auth)).workspace.id;
});

function caller(scopes: readonly string[] = SCOPES, workspace = workspaceId): CallContext {
  return testCall(workspace, { scopes: new Set(scopes) });
}

async function create(overrides: object = {}, ctx = caller()) {
  const request = { name: 'Sync', scopes: ['contacts:read'], rate_limit_per_minute: undefined };
  const created = await auth.client.createApiKey(ctx, { ...request, expires_at: undefined, ...overrides });
  if (created.api_key === undefined) throw new Error('no record');
  return { id: created.api_key.id, record: created.api_key, key: created.key };
}

async function update(id: string, change: object, ctx = caller()) {
  const fields = { name: undefined, scopes: [], rate_limit_per_minute: undefined, expires_at: undefined };
  const request = { id, ...fields, ...change, mask: Object.keys(change) };
  const { api_key: record } = await auth.client.updateApiKey(ctx, request);
  return record;
}

async function rotate(id: string, overlapSeconds: number, ctx = caller()) {
  return auth.client.rotateApiKey(ctx, { id, overlap_seconds: overlapSeconds });
}

async function resolve(key: string) {
  return auth.client.resolveApiKey(caller(), { key_sha256: createHash('sha256').update(key).digest() });
}

async function isRefused(key: string): Promise<boolean> {
  return resolve(key).then(
    () => false,
    () => true,
  );
}

async function actionsOf(id: string): Promise<string[]> {
  const { entries } = await auth.client.listAuditEntries(caller(), { page: { page_size: 500, cursor: '' } });
  return entries.filter(({ target_id }) => target_id === id).map(({ action }) => action);
}

describe('UpdateApiKey', () => {
  it('changes only the fields of the mask', async () => {
    const { id, key } = await create();
    const changed = await update(id, { name: 'CRM', scopes: ['contacts:read', 'contacts:write'] });
    expect(changed).toMatchObject({ name: 'CRM', rate_limit_per_minute: 600 });
    expect(await resolve(key)).toMatchObject({ scopes: ['contacts:read', 'contacts:write'] });
  });

  it('uses the default rate limit and no end for absent values', async () => {
    const expires_at = new Date(auth.clock.now() + 60_000);
    const { id } = await create({ rate_limit_per_minute: 5, expires_at });
    const changed = await update(id, { rate_limit_per_minute: undefined, expires_at: undefined });
    expect(changed).toMatchObject({ rate_limit_per_minute: 600 });
    expect(changed?.expires_at).toBeUndefined();
  });

  it('records no change without an effect', async () => {
    const { id } = await create();
    await update(id, { name: 'Sync' });
    expect(await actionsOf(id)).toEqual(['api_key.created']);
  });

  it.each([
    ['scopes beyond the caller', { scopes: ['admin:gdpr'] }, 'permission_denied'],
    ['an unknown scope', { scopes: ['everything'] }, 'invalid_argument'],
    ['an empty name', { name: '' }, 'invalid_argument'],
    ['a rate limit above the tier', { rate_limit_per_minute: 601 }, 'invalid_argument'],
    ['an end in the past', { expires_at: new Date(0) }, 'invalid_argument'],
  ])('refuses %s', async (_name, change, kind) => {
    const { id } = await create();
    await expect(update(id, change, caller(['admin:keys', 'contacts:read']))).rejects.toMatchObject({ kind });
  });

  it('reports a wrong field also for a key that does not exist', async () => {
    const unknown = `key_${'0'.repeat(26)}`;
    await expect(update(unknown, { expires_at: new Date(0) })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'expires_at',
    });
    await expect(rotate(unknown, -1)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'overlap_seconds',
    });
  });

  it('returns permission_denied to a caller without a scope of the key', async () => {
    const { id } = await create({ scopes: ['webhooks:read'] });
    const change = update(id, { scopes: [] }, caller(['admin:keys']));
    await expect(change).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'webhooks:read' },
    });
  });

  it('refuses a revoked key, and an expired key at the limit of live keys', async () => {
    const { workspace } = await makeWorkspace(auth);
    const ctx = caller(SCOPES, workspace.id);
    const revoked = await create({}, ctx);
    await auth.client.deleteApiKey(ctx, { id: revoked.id });
    await expect(update(revoked.id, { name: 'Back' }, ctx)).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    const expired = await create({ expires_at: new Date(auth.clock.now() + 1_000) }, ctx);
    auth.clock.advance(1_000);
    for (let count = 0; count < 50; count += 1) await create({}, ctx);
    await expect(update(expired.id, { expires_at: undefined }, ctx)).rejects.toMatchObject({
      details: { reason: 'key_limit' },
    });
  });
});

describe('RotateApiKey', () => {
  it('returns a new key for the same record and ends the old key at once without an overlap', async () => {
    const old = await create();
    const { api_key: record, key } = await rotate(old.id, 0);
    expect(record).toMatchObject({ id: old.id, name: 'Sync', key_preview: key.slice(0, 8) });
    expect(await isRefused(old.key)).toBe(true);
    expect(await resolve(key)).toMatchObject({ key_id: old.id });
    expect(await actionsOf(old.id)).toEqual(['api_key.rotated', 'api_key.created']);
  });

  it('keeps the old key valid for exactly the overlap', async () => {
    const old = await create();
    await rotate(old.id, 3_600);
    const { expires_at } = await resolve(old.key);
    expect(expires_at?.getTime()).toBe(auth.clock.now() + 3_600_000);
    auth.clock.advance(3_600_000);
    expect(await isRefused(old.key)).toBe(true);
  });

  it('ends every former key with the shortest overlap', async () => {
    const first = await create();
    const second = await rotate(first.id, 3_600);
    const third = await rotate(first.id, 60);
    auth.clock.advance(59_999);
    expect([await isRefused(first.key), await isRefused(second.key)]).toEqual([false, false]);
    auth.clock.advance(1);
    expect([await isRefused(first.key), await isRefused(second.key)]).toEqual([true, true]);
    expect(await isRefused(third.key)).toBe(false);
  });

  it('ends the old key no later than its record', async () => {
    const expires_at = new Date(auth.clock.now() + 10_000);
    const old = await create({ expires_at });
    await rotate(old.id, 3_600);
    expect((await resolve(old.key)).expires_at).toEqual(expires_at);
  });

  it('revokes former keys with the record', async () => {
    const old = await create();
    const { key } = await rotate(old.id, 3_600);
    await auth.client.deleteApiKey(caller(), { id: old.id });
    expect([await isRefused(old.key), await isRefused(key)]).toEqual([true, true]);
  });

  it.each([-1, 86_401])('refuses an overlap of %d seconds', async (overlap) => {
    const { id } = await create();
    await expect(rotate(id, overlap)).rejects.toMatchObject({ field: 'overlap_seconds' });
  });

  it('refuses a revoked key, an expired key, a key of another workspace and a missing scope', async () => {
    const revoked = await create();
    await auth.client.deleteApiKey(caller(), { id: revoked.id });
    await expect(rotate(revoked.id, 0)).rejects.toMatchObject({ code: 'invalid_transition' });
    const expired = await create({ expires_at: new Date(auth.clock.now() + 1_000) });
    auth.clock.advance(1_000);
    await expect(rotate(expired.id, 0)).rejects.toMatchObject({ code: 'invalid_transition' });
    const { id } = await create();
    const { workspace } = await makeWorkspace(auth);
    await expect(rotate(id, 0, caller(SCOPES, workspace.id))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(rotate(id, 0, caller(['admin:keys']))).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});
