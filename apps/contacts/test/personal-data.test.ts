import { describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { sha256 } from '../src/contact-model/index.ts';
import { startContacts } from './contacts-harness.ts';
import { createContact, newWorkspace } from './given.ts';

const EMAIL = 'maria@example.com';
/** More than two pages. */
const EVENTS = 1_100;
const SCOPES = new Set(['contacts:read', 'contacts:write', 'admin:gdpr']);

const contacts = await sharedByTests(startContacts);
const { client, database } = contacts;

interface Row {
  readonly [field: string]: unknown;
  readonly _id: string;
}

const insert = async (collection: string, ...rows: readonly Row[]) =>
  database.collection<Row>(collection).insertMany([...rows]);

/** All records of a list, page by page. */
async function read(ctx: CallContext, contactId: string, section: string): Promise<Row[]> {
  const records: Row[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const request = { contact_id: contactId, section, after };
    const page: Awaited<ReturnType<typeof client.readPersonalData>> = await client.readPersonalData(
      ctx,
      request,
    );
    records.push(...page.records_json.map((text) => JSON.parse(text)));
    after = page.after;
  }
  return records;
}

function eventOf({ workspaceId }: CallContext, contactId: string, at: number): Row {
  return {
    ...{ _id: newId('eng'), workspace_id: workspaceId, contact_id: contactId, event_type: 'email_opened' },
    // Several events have one time.
    ...{ occurred_at: new Date(1_772_445_600_000 + Math.floor(at / 7)), is_machine: false, metadata: { at } },
  };
}

function errorOf({ workspaceId }: CallContext, email: string): Row {
  return {
    ...{ _id: newId('err'), workspace_id: workspaceId, import_id: newId('imp'), row_number: 3, email },
    ...{ column: 'email', code: 'invalid', message: 'is wrong', raw: [email, 'Maria'] },
    email_sha256: sha256(email),
    raw_truncated: false,
  };
}

describe('the personal data of a contact', () => {
  it('has everything that an erasure clears, also for a soft-deleted contact', async () => {
    const ctx = newWorkspace({ scopes: SCOPES });
    const { id } = await createContact(contacts, ctx, { email: EMAIL, first_name: 'Maria' });
    await insert(
      'engagement_events',
      ...Array.from({ length: EVENTS }, (_, at) => eventOf(ctx, id, at)),
      eventOf(ctx, newId('ct'), 0),
    );
    await insert('import_errors', errorOf(ctx, EMAIL), errorOf(ctx, 'other@example.com'));
    const target = { type: 'email', value: EMAIL, reason: 'do_not_contact' } as const;
    await client.createSuppression(ctx, { input: target });
    await client.deleteContact(ctx, { id, deletion_reason: 'left' });

    const [contact, ...others] = await read(ctx, id, 'contact');
    expect([others, contact]).toEqual([
      [],
      expect.objectContaining({ id, email: EMAIL, is_deleted: true, deletion_reason: 'left' }),
    ]);
    const timeline = await read(ctx, id, 'timeline');
    expect(timeline.map(({ metadata }) => (metadata as { at: number }).at).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: EVENTS }, (_, at) => at),
    );
    expect(await read(ctx, id, 'suppressions')).toEqual([
      expect.objectContaining({ value: EMAIL, reason: 'do_not_contact', scope: 'workspace' }),
    ]);
    expect(await read(ctx, id, 'import_rows')).toEqual([
      expect.objectContaining({ email: EMAIL, raw: [EMAIL, 'Maria'], row_number: 3 }),
    ]);
    expect(await read(ctx, id, 'sends')).toEqual([]);

    await client.eraseContact(ctx, { id, suppress: false });
    await expect(read(ctx, id, 'contact')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('has the suppression that an erased contact with the address has left', async () => {
    const ctx = newWorkspace({ scopes: SCOPES });
    const former = await createContact(contacts, ctx, { email: EMAIL });
    await client.deleteContact(ctx, { id: former.id });
    const { id } = await createContact(contacts, ctx, { email: EMAIL });
    await client.eraseContact(ctx, { id: former.id, suppress: true });
    expect(await read(ctx, id, 'suppressions')).toEqual([
      expect.objectContaining({ value: `sha256:${sha256(EMAIL)}` }),
    ]);
  });

  it('is not found in another workspace, and requires admin:gdpr', async () => {
    const ctx = newWorkspace({ scopes: SCOPES });
    const { id } = await createContact(contacts, ctx, { email: EMAIL });
    await expect(read(newWorkspace({ scopes: SCOPES }), id, 'timeline')).rejects.toMatchObject({
      kind: 'not_found',
    });
    const reader = { ...ctx, scopes: new Set(['contacts:read', 'contacts:write']) };
    await expect(read(reader, id, 'contact')).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:gdpr' },
    });
  });
});
