import { describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { written } from './contacts-harness.ts';
import { createContact, newWorkspace, WAIT } from './given.ts';
import { startLoggedContacts } from './outbox-log.ts';

const app = await sharedByTests(startLoggedContacts);
const { log } = app;

async function create(ctx: CallContext, ...emails: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const email of emails) {
    ids.push((await createContact(app, ctx, { email })).id);
  }
  return ids;
}

async function suppress(ctx: CallContext, value: string, type = 'email'): Promise<string> {
  const input = { type, value, reason: 'manual' };
  const { suppression } = await app.client.createSuppression(ctx, { input });
  return suppression?.id ?? '';
}

/** Waits until the first pass of the announcements of a workspace is done. */
async function announced({ workspaceId }: CallContext): Promise<void> {
  await eventually(async () => {
    const rows = app.database.collection('suppression_announcements');
    expect(await rows.countDocuments({ workspace_id: workspaceId, pass: 1 })).toBe(0);
    expect(await app.database.collection('global_suppression_announcements').countDocuments()).toBe(0);
  }, WAIT);
}

/** Addresses of the contact.suppressed events since the previous call. */
async function suppressed(ctx: CallContext): Promise<unknown[]> {
  await announced(ctx);
  const events = (await log.of(ctx)).filter(({ type }) => type === 'contact.suppressed');
  return events.map(({ data }) => data['email']).toSorted();
}

/** Makes the second pass due now, and waits for its end. */
async function secondPass({ workspaceId }: CallContext): Promise<void> {
  const rows = app.database.collection('suppression_announcements');
  await rows.updateMany({ workspace_id: workspaceId }, { $set: { due_at: new Date(0) } });
  await eventually(async () => {
    expect(await rows.countDocuments({ workspace_id: workspaceId })).toBe(0);
  }, WAIT);
}

describe('contact.suppressed', () => {
  it('is emitted with the whole contact, which stays unchanged', async () => {
    const ctx = newWorkspace();
    const [id = ''] = await create(ctx, 'a@kestrel.example', 'b@kestrel.example');
    const { contact: before } = await app.client.getContact(ctx, { id });
    await suppress(ctx, 'a@kestrel.example');
    await announced(ctx);
    const [event, ...more] = (await log.of(ctx)).filter(({ type }) => type === 'contact.suppressed');
    expect([event?.data['id'], event?.data['email'], more]).toEqual([id, 'a@kestrel.example', []]);
    const { contact: after } = await app.client.getContact(ctx, { id });
    expect(after).toEqual(before);
  });

  it('is emitted for subdomains of a domain and not for domains with the same ending', async () => {
    const ctx = newWorkspace();
    const covered = ['a@my-kestrel.example', 'b@my-kestrel.example', 'c@mail.my-kestrel.example'];
    const others = ['d@notmy-kestrel.example', 'e@my-kestrel.example.org', 'f@myxkestrel.example'];
    await create(ctx, ...covered, ...others, 'my-kestrel.example@other.example');
    await suppress(ctx, 'my-kestrel.example', 'domain');
    expect(await suppressed(ctx)).toEqual(covered);
  });

  it('is emitted once for each of many concurrent suppressions, and not for existing ones', async () => {
    const ctx = newWorkspace();
    await create(ctx, 'a@kestrel.example', 'b@kestrel.example', 'c@kestrel.example');
    await suppress(ctx, 'a@kestrel.example');
    expect(await suppressed(ctx)).toEqual(['a@kestrel.example']);
    const inputs = ['a', 'b', 'c', 'unknown'].map((name) => ({
      type: 'email',
      value: `${name}@kestrel.example`,
      reason: 'manual',
    }));
    await app.client.bulkCreateSuppressions(ctx, { inputs });
    expect(await suppressed(ctx)).toEqual(['b@kestrel.example', 'c@kestrel.example']);
  });

  it('is emitted also for a contact that another suppression matches already', async () => {
    const ctx = newWorkspace();
    await create(ctx, 'a@kestrel.example');
    await suppress(ctx, 'a@kestrel.example');
    expect(await suppressed(ctx)).toHaveLength(1);
    await suppress(ctx, 'kestrel.example', 'domain');
    expect(await suppressed(ctx)).toHaveLength(1);
  });

  it('is not emitted for deleted contacts and contacts of other workspaces', async () => {
    const [ctx, elsewhere] = [newWorkspace(), newWorkspace()];
    const [id = ''] = await create(ctx, 'a@kestrel.example');
    await create(elsewhere, 'a@kestrel.example');
    await app.client.deleteContact(ctx, { id });
    await suppress(ctx, 'a@kestrel.example');
    expect([await suppressed(ctx), await suppressed(elsewhere)]).toEqual([[], []]);
  });

  it('is emitted in every workspace for a global suppression', async () => {
    const both = [newWorkspace(), newWorkspace()];
    for (const ctx of both) await create(ctx, 'a@everywhere.example', 'b@sub.everywhere.example');
    await app.suppressGlobally({ type: 'domain', value: 'everywhere.example' });
    for (const ctx of both)
      await eventually(async () => {
        const rows = app.database.collection('suppression_announcements');
        const done = { workspace_id: ctx.workspaceId, is_global: true, pass: 2 };
        expect(await rows.countDocuments(done)).toBe(1);
      }, WAIT);
    const [first, second] = both.map(({ workspaceId }) => ({ workspace_id: workspaceId }));
    const notes = app.database.collection('suppression_announcement_notes');
    expect([await notes.countDocuments(first), await notes.countDocuments(second)]).toEqual([2, 2]);
    const [ctx = newWorkspace()] = both;
    expect(await suppressed(ctx)).toEqual(['a@everywhere.example', 'b@sub.everywhere.example']);
  });

  it('is emitted once per contact for several pages of contacts, also after the second pass', async () => {
    const ctx = newWorkspace();
    const emails = Array.from({ length: 510 }, (_, index) => `c${index}@wide.example`);
    await app.client.bulkUpsertContacts(ctx, {
      rows: emails.map((email) => written({ email })),
      dedup_behavior: 'update',
    });
    await suppress(ctx, 'wide.example', 'domain');
    expect(await suppressed(ctx)).toEqual(emails.toSorted());
    await secondPass(ctx);
    expect(await suppressed(ctx)).toEqual([]);
    const notes = app.database.collection('suppression_announcement_notes');
    expect(await notes.countDocuments({ workspace_id: ctx.workspaceId })).toBe(0);
  });

  it('is emitted in the second pass for a contact written meanwhile', async () => {
    const ctx = newWorkspace();
    await create(ctx, 'a@kestrel.example');
    const [late = ''] = await create(ctx, 'late@elsewhere.example');
    await suppress(ctx, 'kestrel.example', 'domain');
    expect(await suppressed(ctx)).toEqual(['a@kestrel.example']);
    // A create that read the suppressions shortly before writes such a contact.
    const email = 'late@kestrel.example';
    const fields = { email, tokens: ['late', 'kestrel', 'example'] };
    await app.database.collection<{ _id: string }>('contacts').updateOne({ _id: late }, { $set: fields });
    await secondPass(ctx);
    expect(await suppressed(ctx)).toEqual([email]);
  });

  it('is not emitted in the second pass after the suppression was deleted', async () => {
    const ctx = newWorkspace();
    await create(ctx, 'a@kestrel.example');
    const id = await suppress(ctx, 'kestrel.example', 'domain');
    expect(await suppressed(ctx)).toEqual(['a@kestrel.example']);
    await app.client.deleteSuppression(ctx, { id });
    await create(ctx, 'b@kestrel.example');
    await secondPass(ctx);
    expect(await suppressed(ctx)).toEqual([]);
  });
});
