import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { ObjectId } from 'mongodb';
import { listed, startContacts, written } from './contacts-harness.ts';
import { ended, holdImports, upload } from './given-import.ts';
import { newWorkspace, WAIT } from './given.ts';

const ADDRESS = 'zenobia@erased.example';
const EMAIL = 'email';
const SCOPES = new Set(['contacts:read', 'contacts:write', 'admin:gdpr']);
const digest = createHash('sha256').update(ADDRESS).digest('hex');
const app = await sharedByTests(startContacts);

function anyWorkspace(): CallContext {
  return newWorkspace({ scopes: SCOPES });
}

const rows = (name: string) => app.database.collection<{ _id: string }>(name);

/** True if a stored chunk of the uploaded file contains the fragment, in any case and encoding. */
async function isStaged(fileId: ObjectId, fragment = ADDRESS): Promise<boolean> {
  const contents: string[] = [];
  for await (const { data } of app.database.collection('staged.chunks').find({ files_id: fileId })) {
    const bytes = Buffer.from(data.buffer);
    contents.push(bytes.toString('latin1'), bytes.toString('utf16le'));
  }
  return contents.some((text) => text.toLowerCase().includes(fragment));
}

async function fileOf(id: string): Promise<ObjectId> {
  const job = await app.database.collection<{ _id: string; file_id: string }>('imports').findOne({ _id: id });
  return new ObjectId(job?.file_id);
}

/** Makes the next check of an import due until the entry of its erasures is deleted. */
async function scrubbingEnded(id: string): Promise<void> {
  const erasures = app.database.collection<{ _id: string }>('import_erasures');
  await eventually(async () => {
    await erasures.updateOne({ _id: id, lease_token: null }, { $set: { due_at: new Date(0) } });
    expect(await erasures.countDocuments({ _id: id })).toBe(0);
  }, WAIT);
}

async function eraseNew(ctx: CallContext): Promise<void> {
  const { contact } = await app.client.createContact(ctx, written({ email: ADDRESS }));
  await app.client.eraseContact(ctx, { id: contact?.id ?? '', suppress: false });
}

const TEXT = [
  'email,first_name,notes',
  'a@kept.example,Zoë,first',
  ' ZENOBIA@Erased.example ,Zenobia,"quoted, ""words""\nand lines"',
  'b@kept.example,Berta,second',
  'zenobia@erased.example,twice',
  'c@kept.example,Carl,third',
].join('\n');

async function emailsOf(ctx: CallContext): Promise<string[]> {
  const { contacts } = await app.client.listContacts(ctx, listed());
  return contacts.map(({ email }) => email).toSorted();
}

describe('a contact that is erased while its import waits', () => {
  const files: readonly (readonly [string, Buffer])[] = [
    ['UTF-8', Buffer.from(TEXT)],
    ['Latin-1', Buffer.from(TEXT, 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['many chunks', Buffer.from(`${TEXT}\n${'d@kept.example,Dora,more\n'.repeat(9_000)}${ADDRESS},End,x`)],
  ];

  it.concurrent.each(files)('is removed from the %s file and not imported again', async (name, content) => {
    const ctx = anyWorkspace();
    const release = await holdImports(app, ctx);
    const id = await upload(app, ctx, content);
    const fileId = await fileOf(id);
    expect(await isStaged(fileId)).toBe(true);
    await eraseNew(ctx);
    await eventually(async () => expect(await isStaged(fileId)).toBe(false), WAIT);
    expect(await isStaged(fileId, 'kept.example')).toBe(true);
    await release();
    const job = await ended(app, ctx, id);
    const isLong = name === 'many chunks';
    expect(job).toMatchObject({
      status: 'completed',
      processed_rows: isLong ? 9_006 : 5,
      created_count: isLong ? 4 : 3,
      skipped_count: isLong ? 9_002 : 2,
      error_count: 0,
    });
    const kept = [
      'a@kept.example',
      'b@kept.example',
      'c@kept.example',
      ...(isLong ? ['d@kept.example'] : []),
    ];
    expect(await emailsOf(ctx)).toEqual(kept);
    const { errors } = await app.client.listImportErrors(ctx, { id, page: { page_size: 500, cursor: '' } });
    expect(JSON.stringify(errors).toLowerCase()).not.toContain('zenobia');
    await scrubbingEnded(id);
  });

  it('is not imported from a file that is not scrubbed yet', async () => {
    const ctx = anyWorkspace();
    const release = await holdImports(app, ctx);
    const id = await upload(app, ctx, Buffer.from(TEXT));
    const fields = { workspace_id: ctx.workspaceId, digests: [digest], pending: [] };
    await rows('import_erasures').insertOne({ _id: id, ...fields });
    await release();
    expect(await ended(app, ctx, id)).toMatchObject({ created_count: 3, skipped_count: 2, error_count: 0 });
    expect(await emailsOf(ctx)).toHaveLength(3);
  });

  it('is removed with the whole file of a canceled import', async () => {
    const ctx = anyWorkspace();
    const release = await holdImports(app, ctx);
    const id = await upload(app, ctx, Buffer.from(TEXT));
    const fileId = await fileOf(id);
    await app.client.cancelImport(ctx, { id });
    expect(await isStaged(fileId)).toBe(true);
    await eraseNew(ctx);
    await eventually(async () => expect(await isStaged(fileId)).toBe(false), WAIT);
    await scrubbingEnded(id);
    await release();
  });

  it('of another workspace changes nothing', async () => {
    const ctx = anyWorkspace();
    const release = await holdImports(app, ctx);
    const id = await upload(app, ctx, Buffer.from(TEXT));
    await eraseNew(anyWorkspace());
    expect(await rows('import_erasures').findOne({ _id: id })).toBeNull();
    await release();
    expect(await ended(app, ctx, id)).toMatchObject({ created_count: 4, skipped_count: 0, error_count: 1 });
  });
});

describe('the suppression of an erased address', () => {
  const suppress = async (ctx: CallContext, value: string) =>
    app.client.createSuppression(ctx, { input: { type: EMAIL, value, reason: 'manual' } });

  it('is returned with its digest when the address is suppressed again, alone and in bulk', async () => {
    const ctx = anyWorkspace();
    const { suppression: first } = await suppress(ctx, 'other@erased.example');
    const { contact } = await app.client.createContact(ctx, written({ email: ADDRESS }));
    await app.client.eraseContact(ctx, { id: contact?.id ?? '', suppress: true });
    const again = await suppress(ctx, ADDRESS);
    expect(again).toMatchObject({
      created: false,
      suppression: { value: `sha256:${digest}`, reason: 'gdpr_erasure' },
    });
    const inputs = [ADDRESS, 'other@erased.example', 'new@erased.example'].map((value) => ({
      type: EMAIL,
      value,
      reason: 'manual',
    }));
    const { outcomes } = await app.client.bulkCreateSuppressions(ctx, { inputs });
    expect(outcomes).toEqual([
      { suppression_id: again.suppression?.id, created: false },
      { suppression_id: first?.id, created: false },
      { suppression_id: expect.stringMatching(/^sup_/), created: true },
    ]);
    const stored = await rows('suppressions').countDocuments({
      workspace_id: ctx.workspaceId,
      value: ADDRESS,
    });
    expect(stored).toBe(0);
  });

  it('is hashed for an earlier address too if it names the contact', async () => {
    const ctx = anyWorkspace();
    const { contact } = await app.client.createContact(ctx, written({ email: ADDRESS }));
    const id = contact?.id ?? '';
    const { suppression } = await suppress(ctx, ADDRESS);
    const own = { _id: suppression?.id ?? '' };
    // The email engine writes such a suppression for a contact.
    await rows('suppressions').updateOne(own, { $set: { contact_id: id } });
    await app.client.updateContact(ctx, { id, ...written({ email: 'zenobia@later.example' }) });
    await app.client.eraseContact(ctx, { id, suppress: false });
    expect(await rows('suppressions').findOne(own)).toMatchObject({
      value: `sha256:${digest}`,
      contact_id: null,
    });
    const { checks } = await app.client.checkSuppressions(ctx, { emails: [ADDRESS] });
    expect(checks).toMatchObject([{ suppressed: true }]);
  });
});
