import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, startContacts, written } from './contacts-harness.ts';
import { callerOfNewWorkspace, createContact } from './given.ts';

const app = await sharedByTests(startContacts);
const me = callerOfNewWorkspace();

async function create(email: string, tags: string[] = [], by = me()): Promise<string> {
  return (await createContact(app, by, { email, tags })).id;
}

async function deleted(email: string, by = me()): Promise<string> {
  const id = await create(email, [], by);
  await app.client.deleteContact(by, { id, deletion_reason: 'Left' });
  return id;
}

async function total(): Promise<number | undefined> {
  return (await app.client.listContacts(me(), listed())).meta?.total_count;
}

describe('RestoreContact', () => {
  it('restores the contact with its values, lists and counts', async () => {
    const id = await deleted('back@acme.example');
    const before = await total();
    const { contact } = await app.client.restoreContact(me(), { id });
    expect(contact).toMatchObject({ id, is_deleted: false, email: 'back@acme.example' });
    expect(await total()).toBe((before ?? 0) + 1);
    const again = await app.client.createContact(me(), written({ email: 'back@acme.example' }));
    expect(again).toMatchObject({ created: false, contact: { id } });
  });

  it('refuses a contact that is not deleted, or whose address another contact has', async () => {
    const id = await create('here@acme.example');
    await expect(app.client.restoreContact(me(), { id })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    const gone = await deleted('again@acme.example');
    await create('again@acme.example');
    await expect(app.client.restoreContact(me(), { id: gone })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'active_duplicate' },
    });
  });

  it('refuses an address that another client of the agency has by now', async () => {
    const agencyId = newId('agn');
    const one = testCall(newId('ws'), { agencyId });
    const other = testCall(newId('ws'), { agencyId });
    const id = await deleted('shared@acme.example', one);
    await create('shared@acme.example', [], other);
    await expect(app.client.restoreContact(one, { id })).rejects.toMatchObject({
      details: { reason: 'assigned_to_other_client' },
    });
  });

  it('ignores suppressions', async () => {
    const id = await deleted('quiet@acme.example');
    const input = { type: 'email', value: 'quiet@acme.example', reason: 'manual' } as const;
    await app.client.createSuppression(me(), { input });
    expect((await app.client.restoreContact(me(), { id })).contact?.is_deleted).toBe(false);
  });

  it('returns not_found for a contact of another workspace', async () => {
    const id = await deleted('foreign@acme.example');
    await expect(app.client.restoreContact(testCall(newId('ws')), { id })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('ChangeTags', () => {
  it('appends and removes tags, and removes a tag that is in both lists', async () => {
    const id = await create('tags@acme.example', ['a', 'b']);
    const changed = await app.client.changeTags(me(), { id, add: ['c', 'a', 'd'], remove: ['b', 'd'] });
    expect(changed).toEqual({ id, tags: ['a', 'c'] });
    expect((await app.client.getContact(me(), { id })).contact?.tags).toEqual(['a', 'c']);
  });

  it('keeps all of many concurrent changes', async () => {
    const id = await create('many@acme.example');
    const wanted = Array.from({ length: 10 }, (_, index) => `t${String(index)}`);
    await Promise.all(wanted.map(async (tag) => app.client.changeTags(me(), { id, add: [tag], remove: [] })));
    const { contact } = await app.client.getContact(me(), { id });
    expect(contact?.tags.toSorted()).toEqual(wanted);
  });

  it('refuses more than a hundred tags and a deleted contact', async () => {
    const id = await create(
      'full@acme.example',
      Array.from({ length: 100 }, (_, index) => `t${String(index)}`),
    );
    await expect(app.client.changeTags(me(), { id, add: ['more'], remove: [] })).rejects.toMatchObject({
      field: 'add',
    });
    expect((await app.client.changeTags(me(), { id, add: ['more'], remove: ['t0'] })).tags).toHaveLength(100);
    const gone = await deleted('gone@acme.example');
    await expect(app.client.changeTags(me(), { id: gone, add: ['x'], remove: [] })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });
});
