import { describe, expect, it } from '@jest/globals';
import { EXPORT_READERS } from '@outreach/contracts-common/export';
import type { StartExportRequest } from '@outreach/contracts-contacts/gen/exports.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { GridFSBucket, ObjectId } from 'mongodb';
import { OPEN_EXPORTS_MAX } from '../src/exports/contact-export.ts';
import { written } from './contacts-harness.ts';
import { createContact, newWorkspace, WAIT } from './given.ts';
import { startLoggedContacts } from './outbox-log.ts';

const BULK_MAX = 1_000;
const MANY = 1_100;
const ERASE = new Set(['contacts:read', 'contacts:write', 'admin:gdpr']);
const ANYONE = testCall('', { scopes: new Set() });

const contacts = await sharedByTests(startLoggedContacts);
const { client, log, database } = contacts;

interface StoredJob {
  readonly _id: string;
  readonly content: object;
}

const requestOf = (fields: Partial<StartExportRequest> = {}): StartExportRequest => ({
  filters: [],
  filters_logic: 'AND',
  format: 'csv',
  ...fields,
});

async function started(ctx: CallContext, fields: Partial<StartExportRequest> = {}): Promise<string> {
  const { export: job } = await client.startExport(ctx, requestOf(fields));
  expect(job).toMatchObject({ type: 'contacts', status: 'queued', progress: 0 });
  return job?.id ?? '';
}

async function ended(ctx: CallContext, id: string) {
  return eventually(async () => {
    const { export: job } = await client.getExport(ctx, { id });
    expect(job?.status).toBe('completed');
    return job;
  }, WAIT);
}

function linkOf(url = ''): { id: string; expires: number; signature: string } {
  const { pathname, searchParams } = new URL(url);
  const [, id = ''] = /(exp_\w+)/.exec(pathname) ?? [];
  return { id, expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
}

async function fileOf(url: string | undefined): Promise<string> {
  const parts: Buffer[] = [];
  for (let offset = 0; ;) {
    const part = await client.readExportFile(ANYONE, { ...linkOf(url), offset });
    parts.push(Buffer.from(part.content));
    offset += part.content.length;
    if (part.is_last) return Buffer.concat(parts).toString();
  }
}

async function exported(ctx: CallContext, fields: Partial<StartExportRequest> = {}): Promise<string> {
  const job = await ended(ctx, await started(ctx, fields));
  return fileOf(job?.download_url);
}

/** A job of the workspace that no worker takes, unless `fields` give it a due time. */
async function storedJob({ workspaceId }: CallContext, fields: object = {}): Promise<string> {
  const _id = newId('exp');
  await database.collection<{ _id: string }>('exports').insertOne({
    ...{ _id, workspace_id: workspaceId, status: 'queued', format: 'csv', total: 0, row_count: 0 },
    ...{ content: { filters: '[]', filters_logic: 'AND' }, version: 1, created_at: new Date() },
    ...{ file_id: null, error: null, expires_at: null, due_at: null, lease_token: null, attempts: 0 },
    ...fields,
  });
  return _id;
}

describe('an export of contacts', () => {
  it('is a CSV file of the matching contacts that are not deleted, with all fields and no formulas', async () => {
    const ctx = newWorkspace();
    const admin = { ...ctx, scopes: new Set(['contacts:read', 'contacts:write', 'admin:keys']) };
    await client.createCustomField(admin, {
      input: {
        name: 'plan',
        display_label: 'Plan',
        field_type: 'string',
        options: [],
        fallback_value: undefined,
      },
    });
    const maria = await createContact(contacts, ctx, {
      ...{ email: 'maria@example.com', first_name: '=1+1', tags: ['a', 'b'], company_domain: 'acme.example' },
      custom_fields: { plan: 'gold, large' },
    });
    const deleted = await createContact(contacts, ctx, { email: 'deleted@example.com', tags: ['a'] });
    await client.deleteContact(ctx, { id: deleted.id });
    await createContact(contacts, ctx, { email: 'other@example.com', tags: ['b'] });
    await log.of(ctx);

    const filters = [{ field: 'has_tag', op: 'eq', value: 'a' }];
    const id = await started(ctx, { filters });
    const job = await ended(ctx, id);
    const [head = '', row = '', ...rest] = (await fileOf(job?.download_url)).split('\n');
    expect([job?.row_count, rest]).toEqual([1, ['']]);
    expect(head).toMatch(/^id,workspace_id,email,.*,company\.id,company\.name,.*,custom_fields\.plan$/);
    expect(row).toMatch(new RegExp(`^${maria.id},${ctx.workspaceId},maria@example\\.com,'=1\\+1,`));
    expect(row).toContain(',a;b,');
    expect(row).toContain(',acme.example,');
    expect(row).toMatch(/,"gold, large"$/);
    const { type, status, row_count } = job ?? {};
    expect(await log.of(ctx)).toMatchObject([
      { type: 'export.completed', data: { id, type, status, row_count, download_url: job?.download_url } },
    ]);
    // The filters of an ended job can contain addresses.
    const stored = await database.collection<StoredJob>('exports').findOne({ _id: id });
    expect(stored?.content).toEqual({ filters: '[]', filters_logic: 'AND' });
  });

  it('has every contact once as JSON lines, also those that change while it is written', async () => {
    const ctx = newWorkspace();
    const rows = Array.from({ length: MANY }, (_, at) => written({ email: `c${at}@example.com` }));
    const ids: string[] = [];
    for (const part of [rows.slice(0, BULK_MAX), rows.slice(BULK_MAX)]) {
      const request = { rows: part, dedup_behavior: 'update' as const };
      const { outcomes } = await client.bulkUpsertContacts(ctx, request);
      ids.push(...outcomes.map(({ contact_id: contact = '' }) => contact));
    }
    const id = await started(ctx, { format: 'jsonl' });
    const changes = ids
      .slice(0, 50)
      .map(async (contact) => client.changeTags(ctx, { id: contact, add: ['changed'], remove: [] }));
    await Promise.all(changes);
    const job = await ended(ctx, id);
    expect(job).toMatchObject({ format: 'jsonl', row_count: MANY, progress: 1 });
    const lines = (await fileOf(job?.download_url)).trimEnd().split('\n');
    const records: { id: string; company: object }[] = lines.map((line) => JSON.parse(line));
    expect(records.map((record) => record.id).toSorted()).toEqual(ids.toSorted());
    expect(records[0]?.company).toMatchObject({ domain: null });
  });

  it('has a header only without contacts', async () => {
    expect(await exported(newWorkspace())).toMatch(/^id,workspace_id,email,[^\n]*\n$/);
  });

  it('refuses the filters that a search refuses, and an unknown format', async () => {
    const ctx = newWorkspace();
    const filters = [{ field: 'unknown', op: 'eq', value: 1 }];
    await expect(client.startExport(ctx, requestOf({ filters }))).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'filters[0].field',
    });
    await expect(client.startExport(ctx, requestOf({ format: 'pdf' }))).rejects.toMatchObject({
      field: 'format',
    });
  });

  it('is not found in another workspace, and requires a scope that reads contacts', async () => {
    const ctx = newWorkspace();
    const id = await storedJob(ctx);
    const [campaignsRead, ...readers] = EXPORT_READERS;
    const withScope = (scope: string) => ({ ...ctx, scopes: new Set([scope]) });
    for (const scope of readers)
      expect((await client.getExport(withScope(scope), { id })).export?.id).toBe(id);
    await expect(client.getExport(withScope(campaignsRead), { id })).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'contacts:read' },
    });
    const other = newWorkspace({ scopes: new Set([campaignsRead]) });
    await expect(client.getExport(other, { id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is shared by equal requests while it waits or runs, and five different ones are open at most', async () => {
    const ctx = newWorkspace();
    const id = await storedJob(ctx);
    expect((await client.startExport(ctx, requestOf())).export?.id).toBe(id);
    for (let open = 1; open < OPEN_EXPORTS_MAX; open += 1)
      await storedJob(ctx, { content: { filters: `[${open}]`, filters_logic: 'AND' } });
    await expect(client.startExport(ctx, requestOf({ format: 'jsonl' }))).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'export_limit' },
    });
    expect((await client.startExport(ctx, requestOf())).export?.id).toBe(id);
  });
});

describe('the job of an export', () => {
  it('starts again after its worker was killed, and leaves one file', async () => {
    const ctx = newWorkspace();
    await createContact(contacts, ctx, { email: 'maria@example.com' });
    const begun = new ObjectId();
    const dead = { status: 'processing', lease_token: 'dead', attempts: 1, row_count: 1 };
    const id = await storedJob(ctx, { ...dead, file_id: begun.toHexString() });
    const files = new GridFSBucket(database, { bucketName: 'export_files' });
    // An incomplete file has chunks only.
    const chunks = database.collection('export_files.chunks');
    await chunks.insertOne({ files_id: begun, n: 0, data: Buffer.from('half of a row') });
    const stored = database.collection<{ _id: string }>('exports');
    await stored.updateOne({ _id: id }, { $set: { due_at: new Date() } });
    const job = await ended(ctx, id);
    expect((await fileOf(job?.download_url)).split('\n')).toHaveLength(3);
    expect(await files.find({ filename: id }).toArray()).toHaveLength(1);
    expect(await chunks.countDocuments({ files_id: begun })).toBe(0);
  });

  it('exports without a segment that was deleted after the request', async () => {
    const ctx = newWorkspace();
    await createContact(contacts, ctx, { email: 'maria@example.com' });
    const filters = JSON.stringify([{ field: 'in_segment', op: 'eq', value: newId('seg') }]);
    const id = await storedJob(ctx, { content: { filters, filters_logic: 'AND' }, due_at: new Date() });
    expect(await ended(ctx, id)).toMatchObject({ row_count: 0 });
  });
});

describe('a hard delete', () => {
  it('expires the files of the workspace, and takes the jobs that run from their workers', async () => {
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email: 'maria@example.com' });
    const exportId = await started(ctx);
    const job = await ended(ctx, exportId);
    const claimed = { lease_token: 'alive', attempts: 1, due_at: new Date(Date.now() + WAIT.timeoutMs) };
    const [running, waiting] = [await storedJob(ctx, claimed), await storedJob(ctx, { format: 'jsonl' })];

    await client.eraseContact({ ...ctx, scopes: ERASE }, { id, suppress: false });
    expect((await client.getExport(ctx, { id: exportId })).export).toMatchObject({
      status: 'expired',
      download_url: undefined,
    });
    await expect(fileOf(job?.download_url)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await fileOf((await ended(ctx, running))?.download_url)).not.toContain('maria');
    expect((await client.getExport(ctx, { id: waiting })).export?.status).toBe('queued');
  });
});
