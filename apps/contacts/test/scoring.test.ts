import { describe, expect, it } from '@jest/globals';
import type { ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import type { IcpRule } from '@outreach/contracts-contacts/gen/icp.ts';
import type { CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, written } from './contacts-harness.ts';
import { createContact, newWorkspace, setRules } from './given.ts';
import { briefly, startLoggedContacts } from './outbox-log.ts';

const VP: IcpRule = { field: 'seniority', op: 'eq', value: 'vp', points: 60 };
const PARTNER: IcpRule = { field: 'has_tag', op: 'eq', value: 'partner', points: 40 };
const contacts = await sharedByTests(startLoggedContacts);
const { log } = contacts;

/** A new workspace with these rules. */
async function workspace(...rules: IcpRule[]): Promise<CallContext> {
  const ctx = newWorkspace();
  await setRules(contacts, ctx, rules);
  return ctx;
}

async function totals(ctx: CallContext): Promise<number[]> {
  const lists = ['A', 'B', 'C', 'D'].map(async (tier) => {
    const { meta } = await contacts.client.listContacts(ctx, listed({ icp_tiers: [tier] }));
    return meta?.total_count ?? Number.NaN;
  });
  return Promise.all(lists);
}

describe('a contact', () => {
  it('is scored in the reply of its create, which emits contact.created only', async () => {
    const ctx = await workspace(VP, PARTNER);
    const contact = await createContact(contacts, ctx, {
      email: 'a@example.com',
      seniority: 'vp',
      tags: ['partner'],
    });
    expect(contact).toMatchObject({ lead_score: 70, icp_tier: 'A', grade: 'B' });
    expect(briefly(await log.of(ctx))).toEqual(['contact.created a@example.com 70']);
    expect(await totals(ctx)).toEqual([1, 0, 0, 0]);
  });

  it('emits contact.scored beside contact.updated if the score changed', async () => {
    const ctx = await workspace(VP, PARTNER);
    const { id } = await createContact(contacts, ctx, { email: 'b@example.com', title: 'VP' });
    const promoted = await contacts.client.updateContact(ctx, { id, ...written({ seniority: 'vp' }) });
    expect(promoted.contact).toMatchObject({ lead_score: 42, icp_tier: 'B', grade: 'C' });
    await contacts.client.updateContact(ctx, { id, ...written({ title: 'Vice President' }) });
    await contacts.client.changeTags(ctx, { id, add: ['partner'], remove: [] });
    await contacts.client.changeTags(ctx, { id, add: ['partner'], remove: [] });
    expect(briefly(await log.of(ctx))).toEqual([
      'contact.created b@example.com 0',
      'contact.updated b@example.com 42',
      'contact.scored b@example.com 42',
      'contact.updated b@example.com 42',
      'contact.updated b@example.com 70',
      'contact.scored b@example.com 70',
    ]);
    expect(await totals(ctx)).toEqual([1, 0, 0, 0]);
  });

  it('is scored when it is restored', async () => {
    const ctx = await workspace();
    const { id } = await createContact(contacts, ctx, { email: 'c@example.com', seniority: 'vp' });
    await contacts.client.deleteContact(ctx, { id, deletion_reason: undefined });
    await setRules(contacts, ctx, [VP]);
    const { contact } = await contacts.client.restoreContact(ctx, { id });
    expect(contact?.lead_score).toBe(42);
    expect(briefly(await log.of(ctx)).slice(2)).toEqual([
      'contact.restored c@example.com 42',
      'contact.scored c@example.com 42',
    ]);
    expect(await totals(ctx)).toEqual([0, 1, 0, 0]);
  });

  it('returns the breakdown of its score', async () => {
    const ctx = await workspace(VP, PARTNER);
    const { id } = await createContact(contacts, ctx, { email: 'd@example.com', seniority: 'vp' });
    const { score_breakdown } = await contacts.client.getContact(ctx, { id });
    expect(score_breakdown).toEqual({ fit: 60, engagement: 0, rules: [VP] });
  });
});

describe('BulkUpsertContacts', () => {
  const rows = (...fields: Partial<ContactInput>[]) => fields.map((one) => written(one));

  it('scores created and updated contacts', async () => {
    const ctx = await workspace(VP);
    await createContact(contacts, ctx, { email: 'old@example.com' });
    await log.of(ctx);
    await contacts.client.bulkUpsertContacts(ctx, {
      rows: rows(
        { email: 'old@example.com', seniority: 'vp' },
        { email: 'new@example.com', seniority: 'vp' },
      ),
      dedup_behavior: 'update',
    });
    expect(briefly(await log.of(ctx))).toEqual([
      'contact.created new@example.com 42',
      'contact.updated old@example.com 42',
      'contact.scored old@example.com 42',
    ]);
    expect(await totals(ctx)).toEqual([0, 2, 0, 0]);
  });

  it('without scoring creates contacts without points and keeps the score of existing ones', async () => {
    const ctx = await workspace(VP);
    await createContact(contacts, ctx, { email: 'old@example.com', seniority: 'vp' });
    await log.of(ctx);
    await contacts.client.bulkUpsertContacts(ctx, {
      rows: rows(
        { email: 'old@example.com', seniority: 'manager' },
        { email: 'new@example.com', seniority: 'vp' },
      ),
      dedup_behavior: 'update',
      trigger_scoring: false,
    });
    expect(briefly(await log.of(ctx))).toEqual([
      'contact.created new@example.com 0',
      'contact.updated old@example.com 42',
    ]);
    const { contacts: page } = await contacts.client.listContacts(ctx, listed({ icp_tiers: ['D'] }));
    expect(page).toMatchObject([{ email: 'new@example.com', lead_score: 0, icp_tier: 'D', grade: 'F' }]);
  });
});
