import { describe, expect, it } from '@jest/globals';
import type { ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, startContacts, written } from './contacts-harness.ts';
import { callerOfNewWorkspace } from './given.ts';

const app = await sharedByTests(startContacts);

async function bulk(ctx: CallContext, rows: readonly Partial<ContactInput>[], dedup = 'update') {
  const request = { rows: rows.map((row) => written(row)), dedup_behavior: dedup };
  const { outcomes } = await app.client.bulkUpsertContacts(ctx, request);
  return outcomes;
}

async function contact(ctx: CallContext, id: string | undefined) {
  return (await app.client.getContact(ctx, { id: id ?? '' })).contact;
}

describe('BulkUpsertContacts', () => {
  it('creates, updates and skips each row by itself and updates the count', async () => {
    const me = callerOfNewWorkspace();
    const [first] = await bulk(me(), [{ email: 'a@acme.example', tags: ['x'], title: 'CEO' }]);
    expect(first).toMatchObject({ status: 'created', contact_id: expect.stringMatching(/^ct_/) });
    const outcomes = await bulk(me(), [
      { email: 'a@acme.example', tags: ['y'] },
      { email: 'b@acme.example' },
      { email: 'a2@acme.example', title: 'CTO' },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['updated', 'created', 'created']);
    expect(await contact(me(), first?.contact_id)).toMatchObject({
      tags: ['x', 'y'],
      title: 'CEO',
      lead_source: 'bulk',
    });
    const again = await bulk(me(), [{ email: 'a2@acme.example', title: 'CTO' }]);
    expect(again.map(({ status }) => status)).toEqual(['unchanged']);
    expect((await app.client.listContacts(me(), listed())).meta?.total_count).toBe(3);
  });

  it('uses the last of several rows with one address and returns its contact for the others', async () => {
    const me = callerOfNewWorkspace();
    const outcomes = await bulk(me(), [
      { email: 'same@acme.example', title: 'First' },
      { email: 'same@acme.example', title: 'Last' },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['skipped', 'created']);
    expect(outcomes[0]?.contact_id).toBe(outcomes[1]?.contact_id);
    expect((await contact(me(), outcomes[1]?.contact_id))?.title).toBe('Last');
  });

  it('changes nothing with skip and fills only empty fields with fill_empty', async () => {
    const me = callerOfNewWorkspace();
    const company = { name: 'Acme' };
    const [created] = await bulk(me(), [{ email: 'f@acme.example', title: 'CEO', tags: ['x'] }]);
    const row = { email: 'f@acme.example', title: 'CTO', city: 'Oslo', tags: ['y'], company };
    const [skipped] = await bulk(me(), [row], 'skip');
    expect(skipped).toMatchObject({ status: 'skipped', contact_id: created?.contact_id });
    const [filled] = await bulk(me(), [row], 'fill_empty');
    expect(filled?.status).toBe('updated');
    expect(await contact(me(), created?.contact_id)).toMatchObject({
      title: 'CEO',
      city: 'Oslo',
      tags: ['x'],
      company: { name: 'Acme' },
    });
  });

  it('refuses a row whose tags exceed the limit together with those of the contact', async () => {
    const me = callerOfNewWorkspace();
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const [created] = await bulk(me(), [{ email: 'full@acme.example', tags }]);
    expect(await bulk(me(), [{ email: 'full@acme.example', tags: ['more'] }])).toMatchObject([
      { status: 'failed', error: { code: 'validation_error', field: 'tags' } },
    ]);
    expect((await contact(me(), created?.contact_id))?.tags).toEqual(tags);
  });

  it('names the scope of the suppression of a row', async () => {
    const me = callerOfNewWorkspace();
    await app.suppressGlobally({ type: 'email', value: 'all@bulk.example' });
    expect(await bulk(me(), [{ email: 'all@bulk.example' }])).toMatchObject([
      {
        status: 'suppressed',
        error: { code: 'suppressed', message: 'The address is suppressed for the whole installation.' },
      },
    ]);
  });

  it('refuses suppressed rows and leaves an existing contact unchanged', async () => {
    const me = callerOfNewWorkspace();
    const [created] = await bulk(me(), [{ email: 's@acme.example', title: 'CEO' }]);
    const input = { type: 'domain', value: 'acme.example', reason: 'manual' } as const;
    await app.client.createSuppression(me(), { input });
    const rows = [
      { email: 's@acme.example', title: 'CTO' },
      { email: 'n@acme.example' },
      { email: 'o@other.example' },
    ];
    const outcomes = await bulk(me(), rows);
    expect(outcomes.map(({ status }) => status)).toEqual(['suppressed', 'suppressed', 'created']);
    expect(outcomes[0]).toMatchObject({
      contact_id: created?.contact_id,
      error: { code: 'suppressed', field: 'email' },
    });
    expect((await contact(me(), created?.contact_id))?.title).toBe('CEO');
  });

  it('returns a conflict for an address of another client of the agency', async () => {
    const agencyId = newId('agn');
    const [one, other] = [callerOfNewWorkspace({ agencyId }), callerOfNewWorkspace({ agencyId })];
    await bulk(one(), [{ email: 'shared@acme.example' }]);
    const outcomes = await bulk(other(), [{ email: 'shared@acme.example' }, { email: 'own@acme.example' }]);
    expect(outcomes.map(({ status }) => status)).toEqual(['conflict', 'created']);
    expect(outcomes[0]).toMatchObject({ contact_id: undefined, error: { code: 'conflict' } });
  });

  it('fails only the row with a custom value of the wrong type', async () => {
    const me = callerOfNewWorkspace();
    const input = { name: 'seats', field_type: 'number', options: [], fallback_value: undefined };
    await app.client.createCustomField(me(), { input });
    const outcomes = await bulk(me(), [
      { email: 'bad@acme.example', custom_fields: { seats: 'many' } },
      { email: 'good@acme.example', custom_fields: { seats: 4, unknown: 'x' } },
    ]);
    expect(outcomes[0]).toMatchObject({
      status: 'failed',
      error: { code: 'validation_error', field: 'custom_fields.seats' },
    });
    expect(await contact(me(), outcomes[1]?.contact_id)).toMatchObject({ custom_fields: { seats: 4 } });
  });

  it('accepts a thousand rows and refuses more', async () => {
    const me = callerOfNewWorkspace();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ email: `r${String(index)}@acme.example` }));
    const outcomes = await bulk(me(), rows);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['created']));
    expect((await app.client.listContacts(me(), listed())).meta?.total_count).toBe(1_000);
    await expect(bulk(me(), [...rows, { email: 'more@acme.example' }])).rejects.toMatchObject({
      field: 'contacts',
    });
  });

  it('writes all rows of concurrent requests for the same addresses', async () => {
    const me = callerOfNewWorkspace();
    const rows = Array.from({ length: 50 }, (_, index) => ({ email: `m${String(index)}@acme.example` }));
    const both = await Promise.all([bulk(me(), rows), bulk(me(), rows)]);
    const statuses = both.flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === 'created')).toHaveLength(50);
    expect(statuses.filter((status) => status === 'unchanged')).toHaveLength(50);
  });
});
