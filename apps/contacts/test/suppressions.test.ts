import { describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';
import { callerOfNewWorkspace } from './given.ts';

const app = await sharedByTests(startContacts);
const me = callerOfNewWorkspace();

interface How {
  readonly type?: string;
  readonly reason?: string;
  readonly by?: CallContext;
}

async function suppress(value: string, { type = 'email', reason = 'manual', by = me() }: How = {}) {
  return app.client.createSuppression(by, { input: { type, value, reason } });
}

async function check(...emails: string[]) {
  const { checks } = await app.client.checkSuppressions(me(), { emails });
  return checks.map(({ suppressed }) => suppressed);
}

async function create(email: string, by = me()) {
  return app.client.createContact(by, written({ email }));
}

describe('CreateSuppression', () => {
  it('creates a suppression and returns it when it exists', async () => {
    const first = await suppress('one@acme.example', { reason: 'do_not_contact' });
    expect(first).toMatchObject({
      created: true,
      suppression: {
        id: expect.stringMatching(/^sup_/),
        workspace_id: me().workspaceId,
        reason: 'do_not_contact',
        source: 'api',
      },
    });
    expect(await suppress('one@acme.example')).toEqual({ ...first, created: false });
  });

  it('creates one suppression for many concurrent requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, async () => suppress('race@acme.example')));
    expect(new Set(outcomes.map(({ suppression }) => suppression?.id)).size).toBe(1);
    expect(outcomes.filter(({ created }) => created)).toHaveLength(1);
  });
});

describe('the reason of a suppression', () => {
  const weakestFirst = [
    'manual',
    'unsubscribed',
    'do_not_contact',
    'hard_bounce',
    'gdpr_erasure',
    'spam_complaint',
  ];
  const inputOf = (value: string, reason: string) => ({ type: 'email', value, reason });

  it('is replaced by a stronger one, and by no weaker one', async () => {
    const { suppression: first } = await suppress('rank@acme.example', { reason: 'manual' });
    expect(first?.updated_at).toBeUndefined();
    for (const [rank, reason] of weakestFirst.entries()) {
      const { suppression, created } = await suppress('rank@acme.example', { reason });
      expect({ ...suppression, created }).toEqual({
        ...first,
        created: false,
        reason,
        updated_at: rank === 0 ? undefined : expect.any(Date),
      });
      for (const weaker of weakestFirst.slice(0, rank))
        expect(await suppress('rank@acme.example', { reason: weaker })).toEqual({ suppression, created });
    }
  });

  it('is the strongest one of a bulk', async () => {
    const value = 'bulk-rank@acme.example';
    const reasons = ['manual', 'spam_complaint', 'unsubscribed'];
    const inputs = reasons.map((reason) => inputOf(value, reason));
    const { outcomes } = await app.client.bulkCreateSuppressions(me(), { inputs });
    expect(outcomes.map(({ created }) => created)).toEqual([true, false, false]);
    expect(new Set(outcomes.map(({ suppression_id: id }) => id)).size).toBe(1);
    const { suppression } = await suppress(value);
    expect(suppression).toMatchObject({ reason: 'spam_complaint' });
  });

  it('stays a complaint when the contact is erased', async () => {
    const { contact } = await create('erased-rank@acme.example');
    await suppress('erased-rank@acme.example', { reason: 'spam_complaint' });
    const by = { ...me(), scopes: new Set(['admin:gdpr']) };
    await app.client.eraseContact(by, { id: contact?.id ?? '', suppress: true });
    const { suppression } = await suppress('erased-rank@acme.example');
    expect(suppression).toMatchObject({ reason: 'spam_complaint', contact_id: undefined });
    expect(suppression?.value).toMatch(/^sha256:/);
  });
});

describe('SuppressContacts', () => {
  const request = (contactId: string, ...emails: string[]) => ({
    suppressions: emails.map((email) => ({
      email,
      reason: 'hard_bounce',
      campaign_id: 'cmp_1',
      contact_id: contactId,
    })),
  });

  it('suppresses addresses with the campaign and the contact, and keeps existing suppressions', async () => {
    await suppress('kept@acme.example', { reason: 'do_not_contact' });
    const { contact } = await create('mailed@acme.example');
    const suppressions = request(contact?.id ?? '', 'bounced@acme.example', 'kept@acme.example');
    const { outcomes } = await app.asCampaigns.suppressContacts(me(), suppressions);
    expect(outcomes.map(({ created }) => created)).toEqual([true, false]);
    const again = await app.asCampaigns.suppressContacts(me(), suppressions);
    expect(again.outcomes).toEqual(outcomes.map((outcome) => ({ ...outcome, created: false })));
    const { suppressions: listed } = await app.client.listSuppressions(me(), { page: undefined });
    const found = new Map(listed.map((suppression) => [suppression.value, suppression]));
    expect(found.get('bounced@acme.example')).toMatchObject({
      reason: 'hard_bounce',
      source: 'campaign',
      campaign_id: 'cmp_1',
      contact_id: contact?.id,
    });
    expect(found.get('kept@acme.example')).toMatchObject({ reason: 'hard_bounce', source: 'api' });
  });

  it('refuses other callers than the campaigns service', async () => {
    const refused = app.client.suppressContacts(me(), request('ct_1', 'other@acme.example'));
    await expect(refused).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});

describe('a suppressed address', () => {
  it('cannot become a contact', async () => {
    await suppress('no@acme.example');
    await expect(create('no@acme.example')).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'suppressed',
      field: 'email',
    });
  });

  it('is matched by its domain and every parent domain, and by no other domain', async () => {
    await suppress('blocked.example', { type: 'domain' });
    const emails = [
      'a@blocked.example',
      'a@mail.eu.blocked.example',
      'a@notblocked.example',
      'a@example.com',
    ];
    expect(await check(...emails)).toEqual([true, true, false, false]);
  });

  it('keeps its existing contact, which create returns', async () => {
    const { contact } = await create('was@acme.example');
    await suppress('was@acme.example');
    expect(await create('was@acme.example')).toEqual({ contact, created: false });
  });

  it('is refused by an update, which then changes nothing', async () => {
    await suppress('taken@acme.example');
    const { contact } = await create('free@acme.example');
    const id = contact?.id ?? '';
    const moved = app.client.updateContact(me(), { id, ...written({ email: 'taken@acme.example' }) });
    await expect(moved).rejects.toMatchObject({ code: 'suppressed' });
    expect((await app.client.getContact(me(), { id })).contact).toEqual(contact);
  });

  it('is refused as a conflict in every workspace if it is suppressed globally', async () => {
    await app.suppressGlobally({ type: 'domain', value: 'evil.example' });
    const elsewhere = testCall(newId('ws'));
    for (const by of [me(), elsewhere]) {
      await expect(create('a@sub.evil.example', by)).rejects.toMatchObject({
        code: 'conflict',
        details: { reason: 'globally_suppressed' },
      });
    }
    const { checks } = await app.client.checkSuppressions(me(), { emails: ['a@evil.example'] });
    expect(checks[0]).toMatchObject({
      suppressed: true,
      scope: 'global',
      type: 'domain',
    });
  });

  it('has the reasons of all suppressions that match it', async () => {
    await suppress('both@reasons.example', { reason: 'unsubscribed' });
    await suppress('reasons.example', { type: 'domain', reason: 'manual' });
    const { checks } = await app.client.checkSuppressions(me(), { emails: ['both@reasons.example'] });
    expect(checks[0]?.reasons.toSorted()).toEqual(['manual', 'unsubscribed']);
  });

  it('of another workspace is not suppressed', async () => {
    await suppress('theirs@acme.example', { by: testCall(newId('ws')) });
    expect(await check('theirs@acme.example')).toEqual([false]);
  });
});

describe('BulkCreateSuppressions', () => {
  it('returns outcomes in order and returns the first of two equal rows for the second', async () => {
    await suppress('old@acme.example');
    const values = ['new@acme.example', 'old@acme.example', 'new@acme.example'];
    const inputs = values.map((value) => ({ type: 'email', value, reason: 'manual' }));
    const { outcomes } = await app.client.bulkCreateSuppressions(me(), { inputs });
    expect(outcomes.map(({ created }) => created)).toEqual([true, false, false]);
    expect(outcomes[2]?.suppression_id).toBe(outcomes[0]?.suppression_id);
  });

  it('refuses more than a thousand rows', async () => {
    const inputs = Array.from({ length: 1_001 }, () => ({
      type: 'email',
      value: 'x@y.example',
      reason: 'manual',
    }));
    await expect(app.client.bulkCreateSuppressions(me(), { inputs })).rejects.toMatchObject({
      field: 'suppressions',
    });
  });
});

describe('ListSuppressions and DeleteSuppression', () => {
  it('return pages newest first, without global ones', async () => {
    const own = testCall(newId('ws'));
    for (const value of ['a@b.example', 'c@d.example', 'e@f.example']) await suppress(value, { by: own });
    const first = await app.client.listSuppressions(own, { page: { page_size: 2, cursor: '' } });
    const cursor = first.meta?.next_cursor ?? '';
    const rest = await app.client.listSuppressions(own, { page: { page_size: 2, cursor } });
    const values = [...first.suppressions, ...rest.suppressions].map(({ value }) => value);
    expect(values).toEqual(['e@f.example', 'c@d.example', 'a@b.example']);
  });

  it('delete a suppression, only as administrator if its reason is a complaint or an erasure', async () => {
    const member = { ...me(), scopes: new Set(['contacts:write']) };
    const plain = await suppress('plain@acme.example');
    await app.client.deleteSuppression(member, { id: plain.suppression?.id ?? '' });
    expect(await check('plain@acme.example')).toEqual([false]);
    const complaint = await suppress('angry@acme.example', { reason: 'spam_complaint' });
    const id = complaint.suppression?.id ?? '';
    await expect(app.client.deleteSuppression(member, { id })).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:keys' },
    });
    await app.client.deleteSuppression(me(), { id });
    await expect(app.client.deleteSuppression(me(), { id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('return not_found for a suppression of another workspace and a global one', async () => {
    const { suppression } = await suppress('mine@acme.example');
    const foreign = app.client.deleteSuppression(testCall(newId('ws')), { id: suppression?.id ?? '' });
    await expect(foreign).rejects.toMatchObject({ kind: 'not_found' });
    const global = await app.suppressGlobally({ type: 'email', value: 'all@acme.example' });
    await expect(app.client.deleteSuppression(me(), { id: global.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
