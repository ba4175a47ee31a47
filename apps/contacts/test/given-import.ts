import { expect } from '@jest/globals';
import type { CreateImportRequest, ImportJob } from '@outreach/contracts-contacts/gen/imports.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import type { ContactsUnderTest } from './contacts-harness.ts';
import { newWorkspace, WAIT } from './given.ts';

const RUNNING_MAX = 5;
const PART_BYTES = 65_536;

/** Uses all import slots of a workspace, so that the next import waits. Returns a function that frees them. */
export async function holdImports(
  app: ContactsUnderTest,
  { workspaceId }: CallContext,
): Promise<() => Promise<void>> {
  const imports = app.database.collection<{ _id: string }>('imports');
  const held = Array.from({ length: RUNNING_MAX }, () => ({
    _id: newId('imp'),
    workspace_id: workspaceId,
    status: 'processing',
    lease_token: 'no-worker',
    due_at: new Date(Date.now() + 3_600_000),
  }));
  await imports.insertMany(held);
  return async () => {
    await imports.deleteMany({ _id: { $in: held.map(({ _id }) => _id) } });
    // The new import wakes the worker, which then finds the free slots.
    await upload(app, newWorkspace(), Buffer.from('email\n'));
  };
}

async function* parts(
  content: Buffer,
  fields: Readonly<Record<string, string>>,
): AsyncGenerator<CreateImportRequest, void, undefined> {
  for (const [name, value] of Object.entries(fields))
    yield { part: { $case: 'field', value: { name, value } } };
  const file = { name: 'file', file_name: 'contacts.csv', content_type: 'text/csv' };
  yield await Promise.resolve({ part: { $case: 'file', value: file } });
  for (let at = 0; at < content.length; at += PART_BYTES)
    yield { part: { $case: 'chunk', value: content.subarray(at, at + PART_BYTES) } };
}

/** Uploads a CSV file, and returns the id of its import. */
export async function upload(app: ContactsUnderTest, ctx: CallContext, content: Buffer): Promise<string> {
  return uploadWith(app, ctx, { content, fields: {} });
}

export interface UploadedForm {
  readonly content: Buffer;
  readonly fields: Readonly<Record<string, string>>;
}

/** Uploads a CSV file with other fields of the form. */
export async function uploadWith(
  app: ContactsUnderTest,
  ctx: CallContext,
  { content, fields }: UploadedForm,
): Promise<string> {
  const { job } = await app.client.createImport(ctx, parts(content, fields));
  return job?.id ?? '';
}

/** Waits for the end of an import. */
export async function ended(
  app: ContactsUnderTest,
  ctx: CallContext,
  id: string,
): Promise<ImportJob | undefined> {
  return eventually(async () => {
    const { job } = await app.client.getImport(ctx, { id });
    expect(job?.finished_at).toBeDefined();
    return job;
  }, WAIT);
}
