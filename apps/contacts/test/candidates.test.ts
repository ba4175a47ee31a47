import { describe, expect, it } from '@jest/globals';
import type { ContactFilter } from '@outreach/contracts-contacts/gen/candidates.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts } from './contacts-harness.ts';
import { createContact, newWorkspace, setRules } from './given.ts';

const NO_FILTER: ContactFilter = { segment_ids: [], icp_tiers: [], grades: [] };
const VP = { field: 'seniority', op: 'eq', value: 'vp', points: 85 };
const contacts = await sharedByTests(startContacts);

async function resolve(ctx: CallContext, ids: readonly string[], filter: Partial<ContactFilter> = {}) {
  const request = { contact_ids: [...ids], contact_filter: { ...NO_FILTER, ...filter } };
  const { candidates } = await contacts.asCampaigns.resolveCandidates(ctx, request);
  return new Map(candidates.map((candidate) => [candidate.contact_id, candidate]));
}

const create = async (ctx: CallContext, email: string, fields = {}): Promise<string> =>
  (await createContact(contacts, ctx, { email, ...fields })).id;

async function newSegment(ctx: CallContext, input: object): Promise<string> {
  const empty = { name: 'Segment', filters: [], filters_logic: 'AND' as const };
  const kind = { segment_type: 'static' as const, contact_ids: [] };
  const request = { input: { ...empty, ...kind, ...input }, mask: Object.keys(input) };
  const { segment } = await contacts.client.createSegment(ctx, request);
  return segment?.id ?? '';
}

describe('ResolveCandidates', () => {
  it('returns the contacts of the workspace that are not deleted, with address and verification status', async () => {
    const ctx = newWorkspace();
    const there = await create(ctx, 'there@example.com', { verification_status: 'risky' });
    const gone = await create(ctx, 'gone@example.com');
    await contacts.client.deleteContact(ctx, { id: gone });
    const foreign = await create(newWorkspace(), 'foreign@example.com');
    const found = await resolve(ctx, [there, gone, foreign, newId('ct'), 'nonsense']);
    expect([...found.values()]).toEqual([
      {
        contact_id: there,
        email: 'there@example.com',
        verification_status: 'risky',
        is_suppressed: false,
        meets_filter: true,
      },
    ]);
  });

  it('marks contacts suppressed by the workspace, a parent domain or the operator', async () => {
    const ctx = newWorkspace();
    const addresses = [
      'own@example.com',
      'x@deep.covered.example',
      'all@everywhere.example',
      'free@example.com',
    ];
    const ids = await Promise.all(addresses.map(async (email) => create(ctx, email)));
    const suppress = async (type: 'email' | 'domain', value: string) =>
      contacts.client.createSuppression(ctx, { input: { type, value, reason: 'manual' } });
    await suppress('email', 'own@example.com');
    await suppress('domain', 'covered.example');
    await contacts.suppressGlobally({ type: 'email', value: 'all@everywhere.example' });
    const found = await resolve(ctx, ids);
    expect(ids.map((id) => found.get(id)?.is_suppressed)).toEqual([true, true, true, false]);
  });

  it('marks contacts that meet every part of the filter: tier, grade, dynamic and static segments', async () => {
    const ctx = newWorkspace();
    await setRules(contacts, ctx, [VP]);
    const vp = await create(ctx, 'vp@example.com', { seniority: 'vp', tags: ['warm'] });
    const cold = await create(ctx, 'cold@example.com', { seniority: 'vp' });
    const other = await create(ctx, 'other@example.com', { tags: ['warm'] });
    const ids = [vp, cold, other];
    const filters = [{ field: 'has_tag', op: 'eq', value: 'warm' }];
    const warm = await newSegment(ctx, { segment_type: 'dynamic', filters });
    const picked = await newSegment(ctx, { contact_ids: [cold] });
    const meeting = async (filter: Partial<ContactFilter>) => {
      const found = await resolve(ctx, ids, filter);
      return ids.filter((id) => found.get(id)?.meets_filter);
    };
    expect(await meeting({})).toEqual(ids);
    expect(await meeting({ icp_tiers: ['A', 'B'] })).toEqual([vp, cold]);
    expect(await meeting({ grades: ['F'] })).toEqual([other]);
    expect(await meeting({ segment_ids: [warm] })).toEqual([vp, other]);
    expect(await meeting({ segment_ids: [picked] })).toEqual([cold]);
    expect(await meeting({ segment_ids: [warm, picked] })).toEqual(ids);
    expect(await meeting({ segment_ids: [warm, picked], icp_tiers: ['A'] })).toEqual([vp, cold]);
    expect(await meeting({ segment_ids: [warm], icp_tiers: ['A'], grades: ['F'] })).toEqual([]);
    expect(contacts.violations).toEqual([]);
  });

  it('accepts a thousand contacts, and only calls of the campaigns service', async () => {
    const ctx = newWorkspace();
    const ids = Array.from({ length: 1_001 }, () => newId('ct'));
    await expect(resolve(ctx, ids)).rejects.toMatchObject({ field: 'contact_ids' });
    expect((await resolve(ctx, ids.slice(1))).size).toBe(0);
    const request = { contact_ids: [], contact_filter: NO_FILTER };
    const refused = contacts.client.resolveCandidates(ctx, request);
    await expect(refused).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});
