import { beforeEach, describe, expect, it } from '@jest/globals';
import { contactUpdated } from '@outreach/contracts-contacts/events';
import { createHash, randomUUID } from 'node:crypto';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, startContacts, written } from './contacts-harness.ts';
import { createContact, WAIT } from './given.ts';

const EMAIL = 'email';
const GONE = { kind: 'not_found' };

interface StoredLog {
  readonly _id: string;
  readonly workspace_id: string;
  readonly email_sha256: string;
  readonly due_at: Date;
  readonly created_at: Date;
}

const app = await sharedByTests(startContacts);
let workspaceId = '';
let email = '';

beforeEach(() => {
  workspaceId = newId('ws');
  email = `erased-${randomUUID()}@acme.example`;
});

function me(overrides: Partial<CallContext> = {}): CallContext {
  return testCall(workspaceId, overrides);
}

function officer(overrides: Partial<CallContext> = {}): CallContext {
  return me({ scopes: new Set(['admin:gdpr']), ...overrides });
}

function keyed(): Partial<CallContext> {
  return { idempotency: { id: randomUUID(), fingerprint: 'same' } };
}

async function create(by = me()) {
  return (await createContact(app, by, { email, first_name: 'Zenobia' })).id;
}

async function erase(id: string, { suppress = false, by = officer() } = {}) {
  return app.client.eraseContact(by, { id, deletion_reason: 'Article 17', suppress });
}

async function count(): Promise<number> {
  return (await app.client.listContacts(me(), listed())).meta?.total_count ?? -1;
}

/** True if any document of the service's database contains the text. */
async function isAnywhere(text: string): Promise<boolean> {
  for (const { name } of await app.database.listCollections().toArray()) {
    for await (const document of app.database.collection(name).find())
      if (JSON.stringify(document).includes(text)) return true;
  }
  return false;
}

const digest = () => createHash('sha256').update(email).digest('hex');

describe('EraseContact', () => {
  it('leaves only a log of the contact, which is not found afterwards', async () => {
    const id = await create();
    expect(await isAnywhere(email)).toBe(true);
    const by = officer();
    const { retention_log_id } = await erase(id, { by });
    const { retention_logs } = await app.client.listRetentionLogs(officer(), { page: undefined });
    expect(retention_logs).toEqual([
      {
        id: retention_log_id,
        contact_id: id,
        email_sha256: digest(),
        reason: 'Article 17',
        deleted_by: by.principal.id,
        created_at: expect.any(Date),
      },
    ]);
    expect(await isAnywhere(email)).toBe(false);
    expect(await count()).toBe(0);
    for (const call of [
      async () => app.client.getContact(me(), { id }),
      async () => app.client.restoreContact(me(), { id }),
      async () => app.client.updateContact(me(), { id, ...written({ title: 'CEO' }) }),
      async () => app.client.deleteContact(me(), { id, deletion_reason: undefined }),
      async () => erase(id),
    ])
      await expect(call()).rejects.toMatchObject(GONE);
  });

  it('erases a deleted contact and keeps a newer contact with the address', async () => {
    const agencyId = newId('agn');
    const old = await create(me({ agencyId }));
    await app.client.deleteContact(me({ agencyId }), { id: old, deletion_reason: undefined });
    const newer = await create(me({ agencyId }));
    await erase(old, { by: officer({ agencyId }) });
    expect(await count()).toBe(1);
    expect((await app.client.getContact(me(), { id: newer })).contact?.email).toBe(email);
    const other = testCall(newId('ws'), { agencyId });
    await expect(app.client.createContact(other, written({ email }))).rejects.toMatchObject({
      details: { reason: 'assigned_to_other_client' },
    });
  });

  it('releases the address for the other clients of the agency', async () => {
    const agencyId = newId('agn');
    await erase(await create(me({ agencyId })), { by: officer({ agencyId }) });
    const other = testCall(newId('ws'), { agencyId });
    expect((await app.client.createContact(other, written({ email }))).created).toBe(true);
  });

  it('refuses a writer of contacts and names the required scope', async () => {
    const id = await create();
    await expect(erase(id, { by: me() })).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:gdpr' },
    });
    await expect(
      erase(id, { by: testCall(newId('ws'), { scopes: new Set(['admin:gdpr']) }) }),
    ).rejects.toMatchObject(GONE);
  });

  it('runs once for several concurrent requests', async () => {
    const id = await create();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, async () => erase(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { retention_logs } = await app.client.listRetentionLogs(officer(), { page: undefined });
    expect(retention_logs).toHaveLength(1);
  });
});

describe('suppressions of an erased address', () => {
  async function check() {
    const { checks } = await app.client.checkSuppressions(me(), { emails: [email] });
    return checks[0];
  }

  it('stay in force by the digest, also the global ones', async () => {
    const id = await create();
    await app.client.createSuppression(me(), { input: { type: EMAIL, value: email, reason: 'manual' } });
    await app.suppressGlobally({ type: 'email', value: email });
    await erase(id);
    // The announcement of a suppression may commit its event at the same time; the event stays until it is published.
    await eventually(async () => expect(await isAnywhere(email)).toBe(false), WAIT);
    expect(await check()).toMatchObject({ suppressed: true, scope: 'global' });
    const { suppressions } = await app.client.listSuppressions(me(), { page: undefined });
    expect(suppressions).toMatchObject([{ value: `sha256:${digest()}`, reason: 'manual' }]);
  });

  const request = (id: string) => ({
    suppressions: [{ email, reason: 'unsubscribed', campaign_id: 'cmp_1', contact_id: id }],
  });

  it('are created by the digest if the request of a campaign arrives after the erasure', async () => {
    const id = await create();
    await erase(id);
    await app.asCampaigns.suppressContacts(me(), request(id));
    expect(await check()).toMatchObject({ suppressed: true, reason: 'unsubscribed' });
    expect(await isAnywhere(email)).toBe(false);
  });

  it('are found by the recheck if the request of a campaign runs during the erasure', async () => {
    const id = await create();
    await app.asCampaigns.suppressContacts(me(), request(id));
    const suppressions = app.database.collection<{ _id: string }>('suppressions');
    const concurrent = await suppressions.findOne({ contact_id: id });
    const { retention_log_id: _id } = await erase(id);
    // A transaction that began before the erasure commits after it.
    await suppressions.deleteMany({ workspace_id: workspaceId });
    if (concurrent !== null) await suppressions.insertOne(concurrent);
    expect(await isAnywhere(email)).toBe(true);
    const logs = app.database.collection<{ _id: string; due_at: Date }>('retention_logs');
    await logs.updateOne({ _id }, { $set: { due_at: new Date(0) } });
    await eventually(async () => expect(await isAnywhere(email)).toBe(false), WAIT);
    expect(await check()).toMatchObject({ suppressed: true, reason: 'unsubscribed' });
  });

  it('are not created unless the erasure asks for one', async () => {
    await erase(await create());
    expect(await check()).toMatchObject({ suppressed: false });
    await erase(await create(), { suppress: true });
    expect(await check()).toMatchObject({ suppressed: true, reason: 'gdpr_erasure' });
    await expect(create()).rejects.toMatchObject({ code: 'suppressed' });
  });

  it('get the reason gdpr_erasure when the erasure asks for a suppression', async () => {
    const id = await create();
    await app.client.createSuppression(me(), { input: { type: EMAIL, value: email, reason: 'manual' } });
    await erase(id, { suppress: true });
    const { suppressions } = await app.client.listSuppressions(me(), { page: undefined });
    expect(suppressions).toMatchObject([{ value: `sha256:${digest()}`, reason: 'gdpr_erasure' }]);
  });
});

describe('idempotency keys', () => {
  it('return not_found if their reply is about the contact, and all others stay valid', async () => {
    const [added, tagged, restored, bulk] = [keyed(), keyed(), keyed(), keyed()];
    const id = await create(me(added));
    const row = written({ email, title: 'CEO' });
    const calls = [
      async () => create(me(added)),
      async () => app.client.changeTags(me(tagged), { id, add: ['vip'], remove: [] }),
      async () => app.client.restoreContact(me(restored), { id }),
      async () => app.client.bulkUpsertContacts(me(bulk), { rows: [row], dedup_behavior: 'update' }),
    ];
    await app.client.deleteContact(me(), { id, deletion_reason: undefined });
    await app.client.restoreContact(me(restored), { id });
    for (const call of calls) await call();
    const other = keyed();
    const kept = await app.client.createContact(me(other), written({ email: 'kept@acme.example' }));
    await erase(id);
    for (const call of calls) await expect(call()).rejects.toMatchObject(GONE);
    expect(await app.client.createContact(me(other), written({ email: 'kept@acme.example' }))).toEqual(kept);
  });
});

describe('events of an erased contact', () => {
  const about = (contactId: string) =>
    eventLike(contactUpdated, { workspaceId, aggregate: { id: contactId, version: 2 }, data: { email } });
  const letters = () => app.database.collection<{ _id: string; event: unknown }>('dead_letters');
  const putAside = async (...ids: readonly string[]) =>
    letters().insertMany(ids.map((id) => ({ _id: newId('dl'), event: about(id) })));
  const left = async () => letters().distinct('event.aggregate.id');

  it('are removed from the dead letters, and other dead letters stay', async () => {
    const id = await create();
    const other = newId('ct');
    await putAside(id, other);
    await erase(id);
    expect(await left()).toEqual([other]);
    await letters().deleteMany({});
  });

  it('are erased again in two rechecks for data written during the erasure', async () => {
    const id = await create();
    const { retention_log_id: _id } = await erase(id);
    const logs = app.database.collection<StoredLog>('retention_logs');
    const created = (await logs.findOne({ _id }))?.created_at ?? new Date(0);
    const secondAt = new Date(created.getTime() + 200_000);
    const errors = app.database.collection<{ _id: string; email: string; raw: string[] }>('import_errors');
    for (const [rechecks, due_at] of [[1, secondAt] as const, [2, null] as const]) {
      await putAside(id);
      // A chunk of an import that had read the erased addresses before.
      const log = await logs.findOne({ _id });
      const rowId = newId('err');
      const late = { email_sha256: log?.email_sha256, workspace_id: log?.workspace_id };
      await errors.insertOne({ _id: rowId, ...late, email: 'x', raw: ['x'] });
      await logs.updateOne({ _id }, { $set: { due_at: new Date(0) } });
      await eventually(async () => expect(await left()).toEqual([]), WAIT);
      // The job for dead letters may remove them before the recheck ends.
      await eventually(
        async () => expect(await logs.findOne({ _id })).toMatchObject({ rechecks, due_at }),
        WAIT,
      );
      expect(await errors.findOne({ _id: rowId })).toMatchObject({ email: null, raw: [] });
    }
  });
});
