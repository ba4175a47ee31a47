import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { ObjectId } from 'mongodb';
import { startContacts } from './contacts-harness.ts';
import { ended, holdImports, upload } from './given-import.ts';
import { newWorkspace, WAIT } from './given.ts';

const ROWS = 3_000;
const FAILURES_MAX = 5;
const LONG_TITLE = 'x'.repeat(100);
const CSV = Buffer.from(
  `email,title\n${Array.from({ length: ROWS }, (_, row) => `r${row}@rows.example,${LONG_TITLE}`).join('\n')}\n`,
);
const app = await sharedByTests(startContacts);
const imports = app.database.collection<{ _id: string; file_id: string; failures: number }>('imports');

/** An import whose last stored bytes are missing, before its first attempt. `restore` writes them back. */
async function givenMissingBytes() {
  const ctx = newWorkspace();
  const start = await holdImports(app, ctx);
  const id = await upload(app, ctx, CSV);
  const chunks = app.database.collection('staged.chunks');
  const files_id = new ObjectId((await imports.findOne({ _id: id }))?.file_id);
  const [last] = await chunks.find({ files_id }).sort({ n: -1 }).limit(1).toArray();
  if (last === undefined) throw new Error('The file has no chunks.');
  await chunks.deleteOne({ _id: last._id });
  await start();
  return { ctx, id, restore: async () => chunks.insertOne(last) };
}

/** Ends the pause after a failure. */
async function endPause(id: string): Promise<void> {
  await imports.updateOne({ _id: id }, { $set: { due_at: new Date(0) } });
}

const failuresOf = async (id: string): Promise<number> => (await imports.findOne({ _id: id }))?.failures ?? 0;

describe('an import whose file cannot be read to its end', () => {
  it('continues after pauses, and counts only failures since its last progress', async () => {
    const { ctx, id, restore } = await givenMissingBytes();
    await eventually(async () => expect(await failuresOf(id)).toBe(1), WAIT);
    await endPause(id);
    await eventually(async () => expect(await failuresOf(id)).toBe(2), WAIT);
    await restore();
    await endPause(id);
    expect(await ended(app, ctx, id)).toMatchObject({
      status: 'completed',
      processed_rows: ROWS,
      created_count: ROWS,
    });
    expect(await failuresOf(id)).toBe(0);
  });

  it('ends as failed after five failures without progress, and keeps the imported rows', async () => {
    const { ctx, id } = await givenMissingBytes();
    await eventually(async () => expect(await failuresOf(id)).toBe(1), WAIT);
    await imports.updateOne({ _id: id }, { $set: { failures: FAILURES_MAX - 1, due_at: new Date(0) } });
    // The fifth failure ends the import, so its pauses are not waited for.
    const job = await ended(app, ctx, id);
    expect(job?.status).toBe('failed');
    expect(job?.created_count).toBe(job?.processed_rows);
    expect(job?.processed_rows).toBeGreaterThan(0);
  });
});
