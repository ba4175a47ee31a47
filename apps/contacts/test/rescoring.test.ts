import { describe, expect, it } from '@jest/globals';
import type { IcpRule } from '@outreach/contracts-contacts/gen/icp.ts';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, written } from './contacts-harness.ts';
import { newWorkspace, setRules, TIERS, WAIT } from './given.ts';
import { briefly, startLoggedContacts } from './outbox-log.ts';

const VP: IcpRule = { field: 'seniority', op: 'eq', value: 'vp', points: 60 };
const ENGAGED = 'engaged@example.com';
const SCORED = 'scored@example.com';
/** More contacts than one step of the job reads. */
const CONTACTS = 600;
const contacts = await sharedByTests(startLoggedContacts);
const { log } = contacts;

async function create(ctx: CallContext, email: string, seniority?: string): Promise<void> {
  await contacts.client.createContact(ctx, written({ email, ...(seniority && { seniority }) }));
}

/** Number of contacts with a tier by the stored counts; `own` is the number by the documents. */
async function inTier(ctx: CallContext, tier: string): Promise<{ total: number | undefined; own: number }> {
  const { meta } = await contacts.client.listContacts(ctx, listed({ icp_tiers: [tier] }));
  const filter = { workspace_id: ctx.workspaceId, icp_tier: tier, is_deleted: false };
  return {
    total: meta?.total_count,
    own: await contacts.database.collection('contacts').countDocuments(filter),
  };
}

async function rescoreOf({ workspaceId }: CallContext) {
  return contacts.database.collection('contact_rescores').findOne({ workspace_id: workspaceId });
}

describe('a change of the profile', () => {
  it('scores all contacts, emits contact.scored once per changed score, and leaves other contacts unchanged', async () => {
    const ctx = newWorkspace();
    for (let from = 0; from < CONTACTS; from += CONTACTS / 2) {
      const rows = Array.from({ length: CONTACTS / 2 }, (_, index) => {
        const email = `c${from + index}@example.com`;
        return written(index % 2 === 0 ? { email, seniority: 'vp' } : { email });
      });
      await contacts.client.bulkUpsertContacts(ctx, { rows, dedup_behavior: 'update' });
    }
    await log.of(ctx);
    await setRules(contacts, ctx, [VP]);
    await eventually(async () => expect(await rescoreOf(ctx)).toMatchObject({ pass: 2 }), WAIT);
    const half = CONTACTS / 2;
    expect([await inTier(ctx, 'B'), await inTier(ctx, 'D')]).toEqual([
      { total: half, own: half },
      { total: half, own: half },
    ]);
    const events = await log.of(ctx);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['contact.scored']));
    expect([events.length, new Set(events.map(({ data }) => data['id'])).size]).toEqual([half, half]);
    const { contacts: page } = await contacts.client.listContacts(ctx, listed());
    for (const { icp_tier, created_at, updated_at } of page)
      expect(updated_at?.getTime() !== created_at?.getTime()).toBe(icp_tier === 'B');
  });

  it('scores nothing if the profile stays the same', async () => {
    const ctx = newWorkspace();
    await setRules(contacts, ctx, [VP]);
    const first = await rescoreOf(ctx);
    await setRules(contacts, ctx, [VP]);
    expect((await rescoreOf(ctx))?.['request_id']).toBe(first?.['request_id']);
    await setRules(contacts, ctx, []);
    expect((await rescoreOf(ctx))?.['request_id']).not.toBe(first?.['request_id']);
  });

  it('scores contacts written by the previous profile in a second pass, which skips all others and is the last', async () => {
    const ctx = newWorkspace();
    await setRules(contacts, ctx, [VP]);
    await eventually(async () => expect(await rescoreOf(ctx)).toMatchObject({ pass: 2 }), WAIT);
    const rows = ['late', 'engaged', 'scored', 'kept'].map((name) =>
      written({ email: `${name}@example.com`, seniority: 'vp' }),
    );
    const dedup_behavior = 'update';
    await contacts.client.bulkUpsertContacts(ctx, { rows, dedup_behavior, trigger_scoring: false });
    const filter = { workspace_id: ctx.workspaceId };
    const { database } = contacts;
    const late = { ...filter, email: 'late@example.com' };
    await database.collection('contacts').updateOne(late, { $set: { unscored_at: null } });
    // A concurrent request has stored engagement points scored by the previous profile; no other field changed.
    const engaged = { unscored_at: null, updated_at: new Date(0), engagement_points: 40 };
    await database.collection('contacts').updateOne({ ...filter, email: ENGAGED }, { $set: engaged });
    const scored = { unscored_at: null, profile_revision: 1 };
    await database.collection('contacts').updateOne({ ...filter, email: SCORED }, { $set: scored });
    const due_at = new Date(0);
    await database.collection('contact_rescores').updateOne(filter, { $set: { due_at } });
    await eventually(async () => expect(await rescoreOf(ctx)).toBeNull(), WAIT);
    expect(await inTier(ctx, 'B')).toEqual({ total: 2, own: 2 });
    expect(
      briefly(await log.of(ctx))
        .slice(-2)
        .toSorted(),
    ).toEqual(['contact.scored engaged@example.com 54', 'contact.scored late@example.com 42']);
  });

  it('continues at the stored position after the death of a process', async () => {
    const ctx = newWorkspace();
    await create(ctx, 'before@example.com', 'vp');
    await create(ctx, 'after@example.com', 'vp');
    await log.of(ctx);
    const { workspaceId: workspace_id } = ctx;
    const { database } = contacts;
    const done = await database.collection('contacts').findOne({ workspace_id, email: 'before@example.com' });
    const after = JSON.stringify([{ at: done?.['created_at'].getTime() }, done?._id]);
    const ofWorkspace: object = { _id: workspace_id, workspace_id };
    const profile = { rules: [VP], tier_thresholds: { A: 80, B: 60, C: 40 }, revision: 1 };
    await database.collection('icp_profiles').insertOne({ ...ofWorkspace, ...profile });
    const step = { request_id: 'rsc_dead', requested_at: new Date(), pass: 1, after, due_at: new Date(0) };
    await database.collection('contact_rescores').insertOne({ ...ofWorkspace, ...step });
    await eventually(async () => expect(await rescoreOf(ctx)).toMatchObject({ pass: 2, after: null }), WAIT);
    expect(briefly(await log.of(ctx))).toEqual(['contact.scored after@example.com 42']);
  });
});

describe('the profile', () => {
  it('is empty until it is set and belongs to its workspace', async () => {
    const ctx = newWorkspace();
    await setRules(contacts, ctx, [VP]);
    const other = newWorkspace();
    const { icp_profile } = await contacts.client.getIcpProfile(other, {});
    expect(icp_profile).toEqual({ rules: [], tier_thresholds: TIERS });
    expect((await contacts.client.getIcpProfile(ctx, {})).icp_profile?.rules).toEqual([VP]);
  });

  it('is set by administrators and validated', async () => {
    const ctx = newWorkspace();
    const reader = { ...ctx, scopes: new Set(['contacts:read', 'contacts:write']) };
    await expect(setRules(contacts, reader, [VP])).rejects.toMatchObject({ kind: 'permission_denied' });
    await expect(setRules(contacts, ctx, [VP, { ...VP, op: 'gt' }])).rejects.toMatchObject({
      field: 'rules[1].op',
    });
    await expect(setRules(contacts, ctx, [{ ...VP, value: null }])).rejects.toMatchObject({
      field: 'rules[0].value',
    });
    expect((await contacts.client.getIcpProfile(reader, {})).icp_profile?.rules).toEqual([]);
  });
});
