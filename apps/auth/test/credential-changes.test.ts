import { beforeAll, describe, expect, it } from '@jest/globals';
import { AuthServiceService, SCOPES } from '@outreach/contracts-auth';
import { connectRpc } from '@outreach/service-kit/grpc';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeMember, makeWorkspace, operate, startAuth } from './auth-harness.ts';

const LISTED_MAX = 10_000;
const PUBLISHED_BEFORE_USE_MS = 5_000;

const auth = await sharedByTests(startAuth);
let workspaceId: string;
let memberId: string;

beforeAll(async () => {
  workspaceId = (await makeWorkspace(auth)).workspace.id;
  memberId = (await makeMember(auth, workspaceId)).id;
});

const caller = () => testCall(workspaceId, { scopes: new Set(SCOPES) });
const rows = () => auth.connection.collection<{ _id: string }>('credential_changes');
const list = async () => auth.client.listCredentialChanges(caller(), {});

/** The change of a record; undefined if it is not listed. */
async function changeOf(id: string) {
  return (await list()).changes.find((change) => change.id === id);
}

async function createKey(): Promise<string> {
  const request = { name: 'Sync', scopes: ['contacts:read'], rate_limit_per_minute: undefined };
  const { api_key: key } = await auth.client.createApiKey(caller(), { ...request, expires_at: undefined });
  return key?.id ?? '';
}

async function updateKey(id: string, name: string): Promise<void> {
  const fields = { name, scopes: [], rate_limit_per_minute: undefined, expires_at: undefined };
  await auth.client.updateApiKey(caller(), { id, ...fields, mask: ['name'] });
}

async function updateMember(change: object): Promise<void> {
  const fields = { email: undefined, password: undefined, role: undefined, scopes: [], is_active: undefined };
  await auth.client.updateUser(caller(), { id: memberId, ...fields, ...change, mask: Object.keys(change) });
}

async function newSigningKey(): Promise<string> {
  // A key signs only after it has been published for five seconds.
  auth.clock.advance(PUBLISHED_BEFORE_USE_MS);
  const reply = await operate(auth, 'signing-key rotate', { flags: {} });
  const { signing_keys: keys } = Object(reply);
  return keys.previous.at(-1);
}

describe('ListCredentialChanges', () => {
  it.each([
    [
      'a changed key',
      'api_key',
      async () => {
        const id = await createKey();
        await updateKey(id, 'CRM');
        return id;
      },
    ],
    [
      'a rotated key',
      'api_key',
      async () => {
        const id = await createKey();
        await auth.client.rotateApiKey(caller(), { id, overlap_seconds: 0 });
        return id;
      },
    ],
    [
      'a revoked key',
      'api_key',
      async () => {
        const id = await createKey();
        await auth.client.deleteApiKey(caller(), { id });
        return id;
      },
    ],
    [
      'a key that the operator revoked',
      'api_key',
      async () => {
        const id = await createKey();
        await operate(auth, 'key revoke', { flags: { id } });
        return id;
      },
    ],
    [
      'a user with other scopes',
      'user',
      async () => {
        await updateMember({ scopes: ['webhooks:write'] });
        return memberId;
      },
    ],
    [
      'a user that is not active',
      'user',
      async () => {
        await updateMember({ is_active: false });
        return memberId;
      },
    ],
    [
      'a deleted user',
      'user',
      async () => {
        const { id } = await makeMember(auth, workspaceId);
        await auth.client.deleteUser(caller(), { id });
        return id;
      },
    ],
    [
      'a workspace with other limits',
      'workspace',
      async () => {
        await operate(auth, 'workspace update', { flags: { id: workspaceId, tier: 'enterprise' } });
        return workspaceId;
      },
    ],
    ['a rotated signing key', 'signing_key', newSigningKey],
    [
      'a revoked signing key',
      'signing_key',
      async () => {
        const { jwks_json: document } = await auth.client.getJwks(caller(), {});
        const { kid } = JSON.parse(document).keys[0];
        await operate(auth, 'signing-key revoke', { flags: { kid } });
        return kid;
      },
    ],
  ])('lists %s', async (_name, type, change) => {
    const id = await change();
    expect(await changeOf(id)).toEqual({ type, id, change_id: expect.stringMatching(/^chg_/) });
  });

  it('lists the last change of a record, with an id of its own', async () => {
    const id = await createKey();
    expect(await changeOf(id)).toBeUndefined();
    await updateKey(id, 'One');
    const first = await changeOf(id);
    expect(await changeOf(id)).toEqual(first);
    await updateKey(id, 'Two');
    expect((await changeOf(id))?.change_id).not.toBe(first?.change_id);
    expect((await list()).changes.filter((change) => change.id === id)).toHaveLength(1);
  });

  it('does not list a change that was rolled back', async () => {
    const { workspace, user } = await makeWorkspace(auth);
    const ctx = testCall(workspace.id, { scopes: new Set(SCOPES) });
    await expect(auth.client.deleteUser(ctx, { id: user.id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await changeOf(user.id)).toBeUndefined();
  });

  it('keeps changes for three minutes, by the clock of the database', async () => {
    const indexes = await rows().indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 180 }));
    const id = await createKey();
    await updateKey(id, 'CRM');
    const [row] = await rows()
      .aggregate([{ $match: { _id: id } }, { $project: { ageMs: { $subtract: ['$$NOW', '$at'] } } }])
      .toArray();
    expect(Math.abs(Number(row?.['ageMs']))).toBeLessThan(60_000);
  });

  it('returns permission_denied to every service but the gateway', async () => {
    const { client, close } = connectRpc(AuthServiceService, {
      audience: 'auth',
      address: auth.address,
      identity: auth.otherService,
    });
    await expect(client.listCredentialChanges(caller(), {})).rejects.toMatchObject({
      kind: 'permission_denied',
    });
    close();
  });

  it('is truncated with more than 10,000 changes, and lists none', async () => {
    const many = Array.from({ length: LISTED_MAX + 1 }, (_, n) => ({
      _id: `key_${n}`,
      type: 'api_key',
      change_id: `chg_${n}`,
      at: new Date(),
    }));
    await rows().insertMany(many);
    expect(await list()).toEqual({ changes: [], is_truncated: true });
    await rows().deleteMany({ _id: { $in: many.map(({ _id }) => _id) } });
    expect((await list()).is_truncated).toBe(false);
  });
});
