import { describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { startDnsServer } from '@outreach/testing/dns-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createContact, newWorkspace } from './given.ts';
import { ended, uploadWith } from './given-import.ts';
import { startLoggedContacts } from './outbox-log.ts';
import { addDomains, endedJob, startVerification } from './verification-given.ts';

const ERASE = new Set(['contacts:read', 'contacts:write', 'admin:gdpr']);
const CONTACTS = 1_100;

const dns = await sharedByTests(startDnsServer);
addDomains(dns);
const contacts = await sharedByTests(async () =>
  startLoggedContacts({ VERIFICATION_DNS_SERVERS: dns.address }),
);
const { client, log } = contacts;

async function given(ctx: CallContext, ...emails: readonly string[]): Promise<string[]> {
  const created = emails.map(async (email) => createContact(contacts, ctx, { email }));
  return (await Promise.all(created)).map(({ id }) => id);
}

async function statusesIn(ctx: CallContext): Promise<Record<string, number>> {
  const rows = await contacts.database
    .collection('contacts')
    .find({ workspace_id: ctx.workspaceId }, { projection: { verification_status: 1 } })
    .toArray();
  const groups = Map.groupBy(rows, (row) => String(row['verification_status']));
  return Object.fromEntries([...groups].map(([status, found]) => [status, found.length]));
}

const NONE = { valid: 0, risky: 0, catch_all: 0, invalid: 0, unknown: 0 };

describe('a verification of some contacts', () => {
  it('counts each contact once; one that DNS does not answer, is deleted or erased is unknown', async () => {
    const ctx = newWorkspace();
    const ids = await given(
      ctx,
      'a@google.example',
      'b@own.example',
      'sales@own.example',
      'c@absent.example',
      'd@broken.example',
      'e@own.example',
      'f@own.example',
    );
    await client.deleteContact(ctx, { id: ids[5] ?? '' });
    const contactIds = [...ids, ids[0] ?? ''];
    const job = await startVerification(contacts, ctx, { contact_ids: contactIds });
    expect(job).toMatchObject({ total: 7, processed: 0, counts: NONE });
    await client.eraseContact({ ...ctx, scopes: ERASE }, { id: ids[6] ?? '', suppress: false });
    const done = await endedJob(contacts, ctx, job.id);
    expect(done).toMatchObject({
      status: 'completed',
      total: 7,
      processed: 7,
      counts: expect.objectContaining({ risky: 1, catch_all: 0, invalid: 1 }),
    });
    expect(Number(done.counts?.valid) + Number(done.counts?.unknown)).toBe(5);
    const lists = await contacts.database.collection('contact_lists').countDocuments({ list_id: job.id });
    expect(lists).toBe(0);
  });

  it('pages through a file of contacts with one event each, once it is imported', async () => {
    const ctx = newWorkspace();
    const domains = ['google.example', 'own.example', 'absent.example'];
    const rows = Array.from({ length: CONTACTS }, (_, row) => `p${String(row)}@${domains[row % 3] ?? ''}`);
    const file = Buffer.from(['email', ...rows, ''].join('\n'));
    const importId = await uploadWith(contacts, ctx, {
      content: file,
      fields: { trigger_verification: 'true' },
    });
    await ended(contacts, ctx, importId);
    const { jobs } = await client.listVerifications(ctx, { page: { page_size: 10, cursor: '' } });
    expect(jobs).toMatchObject([{ total: CONTACTS }]);
    const done = await endedJob(contacts, ctx, jobs[0]?.id ?? '');
    expect(done).toMatchObject({ processed: CONTACTS, counts: { ...NONE, valid: 734, invalid: 366 } });
    expect(await statusesIn(ctx)).toEqual({ valid: 734, invalid: 366 });
    const verified = (await log.of(ctx)).filter(({ type }) => type === 'contact.verified');
    expect(new Set(verified.map(({ data }) => data['id'])).size).toBe(CONTACTS);
    expect(verified).toHaveLength(CONTACTS);

    const again = await startVerification(contacts, ctx, { import_id: importId });
    expect(await endedJob(contacts, ctx, again.id)).toMatchObject({ total: CONTACTS, processed: CONTACTS });
  });

  it('verifies the contacts of a segment, also while its filter excludes the verified ones', async () => {
    const ctx = newWorkspace();
    await given(ctx, 'a@own.example', 'b@own.example', 'c@absent.example');
    const filter = { field: 'verification_status', op: 'eq', value: 'unverified' };
    const { segment } = await client.createSegment(ctx, {
      input: {
        name: 'unverified',
        segment_type: 'dynamic',
        filters: [filter],
        filters_logic: 'AND',
        contact_ids: [],
      },
    });
    const job = await startVerification(contacts, ctx, { segment_id: segment?.id ?? '' });
    expect(job.total).toBe(3);
    const counts = { ...NONE, valid: 2, invalid: 1 };
    expect(await endedJob(contacts, ctx, job.id)).toMatchObject({ total: 3, processed: 3, counts });
  });

  it('refuses none or two sources, and records of another workspace', async () => {
    const ctx = newWorkspace();
    const [id = ''] = await given(ctx, 'a@own.example');
    const foreign = newWorkspace();
    const [other = ''] = await given(foreign, 'a@own.example');
    await expect(startVerification(contacts, ctx, {})).rejects.toMatchObject({ field: 'contact_ids' });
    await expect(
      startVerification(contacts, ctx, { contact_ids: [id], import_id: newId('imp') }),
    ).rejects.toMatchObject({ kind: 'invalid_argument' });
    await expect(startVerification(contacts, ctx, { contact_ids: [id, other] })).rejects.toMatchObject({
      field: 'contact_ids[1]',
    });
    await expect(startVerification(contacts, ctx, { import_id: newId('imp') })).rejects.toMatchObject({
      field: 'import_id',
    });
    await expect(startVerification(contacts, ctx, { segment_id: newId('seg') })).rejects.toMatchObject({
      field: 'segment_id',
    });
    const tooMany = Array.from({ length: 10_001 }, () => id);
    await expect(startVerification(contacts, ctx, { contact_ids: tooMany })).rejects.toMatchObject({
      field: 'contact_ids',
    });
  });

  it('refuses a file whose trigger_verification is neither true nor false', async () => {
    const file = Buffer.from('email\na@own.example\n');
    await expect(
      uploadWith(contacts, newWorkspace(), { content: file, fields: { trigger_verification: 'maybe' } }),
    ).rejects.toMatchObject({ field: 'trigger_verification' });
  });
});
