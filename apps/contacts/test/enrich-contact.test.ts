import { describe, expect, it } from '@jest/globals';
import type { ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, written } from './contacts-harness.ts';
import { createContact, newWorkspace, setRules, WAIT } from './given.ts';
import { startLoggedContacts, type LoggedEvent } from './outbox-log.ts';

const EMAIL = 'maria@kestrel.example';
const ERASE = new Set(['contacts:read', 'contacts:write', 'admin:gdpr']);
const contacts = await sharedByTests(startLoggedContacts);
const { log } = contacts;

async function create(ctx: CallContext, fields: Partial<ContactInput> = {}): Promise<string> {
  return (await createContact(contacts, ctx, { email: EMAIL, ...fields })).id;
}

const get = async (ctx: CallContext, id: string) => (await contacts.client.getContact(ctx, { id })).contact;

/** Waits until the workspace has no waiting requests. */
async function done({ workspaceId }: CallContext): Promise<void> {
  await eventually(async () => {
    const waiting = { workspace_id: workspaceId };
    expect(await contacts.database.collection('enrichment_requests').countDocuments(waiting)).toBe(0);
  }, WAIT);
}

/** Writes rows with trigger_enrichment, and returns the emitted contact.enriched events. */
async function enrichedBy(ctx: CallContext, rows: readonly Partial<ContactInput>[]): Promise<LoggedEvent[]> {
  await contacts.client.bulkUpsertContacts(ctx, {
    rows: rows.map((row) => written(row)),
    dedup_behavior: 'update',
    trigger_enrichment: true,
  });
  await done(ctx);
  return (await log.of(ctx)).filter(({ type }) => type === 'contact.enriched');
}

const typesOf = (events: readonly LoggedEvent[]): string[] => events.map(({ type }) => type);

describe('EnrichContact', () => {
  it('returns the contact unchanged, fills it afterwards and emits contact.enriched once with the whole contact', async () => {
    const ctx = newWorkspace();
    const id = await create(ctx, { title: 'VP Sales', country: 'Switzerland', department: 'legal' });
    await log.of(ctx);
    const before = await get(ctx, id);
    const { contact } = await contacts.client.enrichContact(ctx, { id });
    expect(contact).toEqual(before);
    await done(ctx);
    const after = await get(ctx, id);
    expect(after).toMatchObject({
      is_enriched: true,
      seniority: 'vp',
      department: 'legal',
      time_zone: 'Europe/Zurich',
      company: { domain: 'kestrel.example' },
      lead_source: 'api',
    });
    expect(after?.updated_at?.getTime()).toBeGreaterThan(before?.updated_at?.getTime() ?? Infinity);
    const events = await log.of(ctx);
    expect(typesOf(events)).toEqual(['contact.enriched']);
    expect(events[0]?.data).toMatchObject({ id, email: EMAIL, is_enriched: true, seniority: 'vp' });
  });

  it('emits contact.enriched once without new values, and nothing the second time', async () => {
    const ctx = newWorkspace();
    const id = await create(ctx, { email: 'maria@gmail.com' });
    await log.of(ctx);
    for (let round = 0; round < 2; round += 1) {
      await contacts.client.enrichContact(ctx, { id });
      await done(ctx);
    }
    expect(typesOf(await log.of(ctx))).toEqual(['contact.enriched']);
    expect(await get(ctx, id)).toMatchObject({ is_enriched: true, company: { domain: undefined } });
  });

  it('emits contact.scored only when the score changes, and updates the counts', async () => {
    const ctx = newWorkspace();
    await setRules(contacts, ctx, [{ field: 'seniority', op: 'eq', value: 'vp', points: 100 }]);
    const id = await create(ctx, { title: 'VP' });
    await log.of(ctx);
    await contacts.client.enrichContact(ctx, { id });
    await done(ctx);
    expect(typesOf(await log.of(ctx))).toEqual(['contact.enriched', 'contact.scored']);
    expect(await get(ctx, id)).toMatchObject({ lead_score: 70, icp_tier: 'A' });
    const totals = ['A', 'D'].map(async (tier) => {
      const { meta } = await contacts.client.listContacts(ctx, listed({ icp_tiers: [tier] }));
      return meta?.total_count;
    });
    expect(await Promise.all(totals)).toEqual([1, 0]);
  });

  it('returns not_found for an unknown contact and refuses a deleted one', async () => {
    const ctx = newWorkspace();
    const unknown = contacts.client.enrichContact(ctx, { id: newId('ct') });
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found' });
    const id = await create(ctx);
    await contacts.client.deleteContact(ctx, { id });
    const refused = contacts.client.enrichContact(ctx, { id });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_transition' });
    const foreign = contacts.client.enrichContact(newWorkspace(), { id });
    await expect(foreign).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('emits contact.enriched once for many concurrent requests', async () => {
    const ctx = newWorkspace();
    const id = await create(ctx, { title: 'VP' });
    await log.of(ctx);
    await Promise.all(Array.from({ length: 8 }, async () => contacts.client.enrichContact(ctx, { id })));
    await done(ctx);
    expect(typesOf(await log.of(ctx))).toEqual(['contact.enriched']);
  });
});

describe('BulkUpsertContacts with trigger_enrichment', () => {
  it('enriches created and updated contacts only', async () => {
    const ctx = newWorkspace();
    const same = { email: 'same@kestrel.example', title: 'VP' };
    await create(ctx, same);
    await create(ctx, { email: 'changed@kestrel.example' });
    await log.of(ctx);
    const rows = [same, { email: 'changed@kestrel.example', title: 'CEO' }, { email: 'new@kestrel.example' }];
    const enriched = await enrichedBy(ctx, rows);
    expect(enriched.map(({ data }) => data['email']).toSorted()).toEqual([
      'changed@kestrel.example',
      'new@kestrel.example',
    ]);
  });

  it('enriches hundreds of contacts with one event each', async () => {
    const ctx = newWorkspace();
    const rows = Array.from({ length: 300 }, (_, index) => ({ email: `c${index}@kestrel.example` }));
    const enriched = await enrichedBy(ctx, rows);
    expect([enriched.length, new Set(enriched.map(({ data }) => data['id'])).size]).toEqual([300, 300]);
  });
});

describe('a contact that is erased while its request waits', () => {
  it('leaves no request', async () => {
    const ctx = { ...newWorkspace(), scopes: ERASE };
    const id = await create(ctx);
    await contacts.client.enrichContact(ctx, { id });
    await contacts.client.eraseContact(ctx, { id, suppress: false });
    const requests = contacts.database.collection('enrichment_requests');
    expect(await requests.countDocuments({ workspace_id: ctx.workspaceId })).toBe(0);
  });
});
