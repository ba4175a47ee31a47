import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createCursors } from '@outreach/mongo-kit/paging';
import { connectMongo } from '@outreach/mongo-kit';
import { createUnits } from '@outreach/mongo-kit/units';
import { createLogger, newId, systemClock, withCall } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { NO_COUNTS, type ImportJob, type ImportRowError } from '../src/imports/import-job.ts';
import { createImportStores } from '../src/imports/import.store.ts';
import { cancelImport } from '../src/imports/manage-imports.ts';
import type { ImportChunk } from '../src/imports/ports.ts';
import { listed, startContacts } from './contacts-harness.ts';
import { ended, holdImports, upload } from './given-import.ts';
import { newWorkspace } from './given.ts';

const WORKSPACE = 'ws_1';
const ROWS = 1_000;
const FIRST = { first: 1, last: 500, lane: 0 };
const SECOND = { first: 501, last: 1_000, lane: 1 };
const PAGE = { pageSize: 500, cursor: '' };
/** Runs a function outside of the open transaction. */
const outside = AsyncLocalStorage.snapshot();

const store = await sharedByTests(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('lanes'), appName: 'test', logger });
  const { connection } = mongo;
  const outbox = { append: async () => undefined, wakeRelay: () => undefined };
  const serviceKey = Buffer.alloc(32, 1);
  const units = createUnits({ connection, outbox, serviceKey, clock: systemClock, ids: newId });
  const cursors = createCursors(serviceKey);
  const base = { mongo, cursors, clock: systemClock, ids: newId, units };
  await mongo.start();
  await units.createIndexes();
  const stop = async (): Promise<void> => {
    await connection.dropDatabase();
    await mongo.stop();
  };
  const jobs = connection.collection<{ _id: string }>('imports');
  return { units, jobs, ...createImportStores(base, 60_000), stop };
});
const app = await sharedByTests(startContacts);
const { imports, jobs, units, queue } = store;

/** A job in the hands of a worker. */
async function claimedJob(): Promise<{ job: ImportJob; token: string }> {
  const job: ImportJob = {
    id: newId('imp'),
    workspace_id: WORKSPACE,
    agency_id: '',
    file_name: 'rows.csv',
    file_id: 'file',
    shape: { encoding: 'utf-8', separator: ',', hasHeader: true, columns: ['email'], targets: ['email'] },
    field_mapping_id: null,
    status: 'queued',
    total_rows: ROWS,
    ...NO_COUNTS,
    dedup_behavior: 'update',
    default_tags: [],
    trigger_verification: false,
    started_at: null,
    finished_at: null,
    created_at: new Date(),
    error: null,
    failures: 0,
    version: 1,
  };
  await inCall(async () => imports.insert(job));
  const [claim] = (await queue.claim({ max: 1 })).claims;
  if (claim?.id !== job.id) throw new Error('The queue has another job.');
  return { job, token: claim.token };
}

async function inCall<T>(fn: () => Promise<T>): Promise<T> {
  return withCall(testCall(WORKSPACE), fn);
}

function chunkOf(token: string, place: Required<ImportChunk>['place'], failed = 0): ImportChunk {
  const processed = place.last - place.first + 1;
  const counts = { ...NO_COUNTS, processed_rows: processed, created_count: processed - failed };
  const errors = Array.from({ length: failed }, (_, index) => errorOf(place.first + index));
  return { token, place, counts: { ...counts, error_count: failed }, errors };
}

function errorOf(rowNumber: number): ImportRowError {
  const cells = { column: null, email: null, raw: [], raw_truncated: false };
  return { row_number: rowNumber, code: 'missing_email', message: 'The email is missing.', ...cells };
}

async function commit(job: ImportJob, chunk: ImportChunk): Promise<boolean> {
  return inCall(async () => units.unitOfWork(async () => imports.advance(job, chunk)));
}

const read = async ({ id }: ImportJob): Promise<ImportJob | undefined> =>
  inCall(async () => imports.findById(id));
const positionOf = async ({ id }: ImportJob) => inCall(async () => imports.position(id));
const errorRows = async ({ id }: ImportJob): Promise<number[]> =>
  (await inCall(async () => imports.listErrors(id, PAGE))).items.map(({ row_number }) => row_number);
const cancel = async ({ id }: ImportJob): Promise<ImportJob> =>
  inCall(async () =>
    units.unitOfWork(async () =>
      cancelImport({ imports, events: { emit: () => undefined }, clock: systemClock }, id),
    ),
  );

describe('two chunks of an import', () => {
  it('commit while the transaction of the other one is open', async () => {
    const { job, token } = await claimedJob();
    await inCall(async () =>
      units.unitOfWork(async () => {
        expect(await imports.advance(job, chunkOf(token, FIRST))).toBe(true);
        await outside(async () => expect(await commit(job, chunkOf(token, SECOND))).toBe(true));
      }),
    );
    expect(await read(job)).toMatchObject({
      processed_rows: ROWS,
      created_count: ROWS,
      status: 'processing',
    });
    await cancel(job);
  });

  it('leave a gap while only the later one is committed, and its errors are not listed', async () => {
    const { job, token } = await claimedJob();
    await commit(job, chunkOf(token, SECOND, 2));
    expect(await positionOf(job)).toMatchObject({ last: ROWS, gap: { first: 1, last: 500 } });
    expect(await errorRows(job)).toEqual([]);
    await commit(job, chunkOf(token, FIRST, 1));
    expect(await positionOf(job)).toMatchObject({ last: ROWS, gap: undefined });
    expect(await errorRows(job)).toEqual([1, 501, 502]);
    expect(await read(job)).toMatchObject({ processed_rows: ROWS, error_count: 3, version: 4 });
    await cancel(job);
  });

  it('are both in the counts of a canceled job, or not committed', async () => {
    const { job, token } = await claimedJob();
    await commit(job, chunkOf(token, SECOND, 2));
    let attempts = 0;
    const isCommitted = await inCall(async () =>
      units.unitOfWork(async () => {
        attempts += 1;
        // The transaction reads before the cancellation, and writes after it.
        await imports.findById(job.id);
        if (attempts === 1)
          await outside(async () =>
            expect(await cancel(job)).toMatchObject({ status: 'canceled', processed_rows: 500 }),
          );
        return imports.advance(job, chunkOf(token, FIRST));
      }),
    );
    expect([attempts, isCommitted]).toEqual([2, false]);
    expect(await read(job)).toMatchObject({ status: 'canceled', processed_rows: 500, error_count: 2 });
    expect(await errorRows(job)).toEqual([501, 502]);
  });

  it('are in the counts of every read while the job ends', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { job, token } = await claimedJob();
      for (const place of [FIRST, SECOND]) await commit(job, chunkOf(token, place));
      const reads = Array.from({ length: 20 }, async (_, index) => {
        await delay(index / 4);
        return read(job);
      });
      const [found] = await Promise.all([Promise.all(reads), cancel(job)]);
      expect(found.map((one) => one?.processed_rows)).toEqual(found.map(() => ROWS));
    }
  });

  it('are refused in both lanes after another worker has claimed the job', async () => {
    const { job, token } = await claimedJob();
    await commit(job, chunkOf(token, SECOND));
    // The lease of a killed worker ends. It has made progress since the failure of a worker before it.
    await jobs.updateOne({ _id: job.id }, { $set: { failures: 1, due_at: new Date(0) } });
    const [claim] = (await queue.claim({ max: 1 })).claims;
    expect(claim).toMatchObject({ id: job.id, row: { failures: 0 } });
    for (const place of [FIRST, { first: 1_001, last: 1_200, lane: 1 }])
      expect(await commit(job, chunkOf(token, place))).toBe(false);
    expect(await commit(job, chunkOf(claim?.token ?? '', FIRST))).toBe(true);
    expect(await read(job)).toMatchObject({ processed_rows: ROWS, failures: 0 });
    await cancel(job);
  });

  it('do not hide a failure after them', async () => {
    const { job, token } = await claimedJob();
    await commit(job, chunkOf(token, FIRST));
    const held = { id: job.id, workspaceId: WORKSPACE, token, attempt: 1, row: { failures: 0 } };
    await queue.retryAt(held, new Date(0), { failures: 1 });
    const [claim] = (await queue.claim({ max: 1 })).claims;
    expect(claim).toMatchObject({ id: job.id, row: { failures: 1 } });
    expect(await read(job)).toMatchObject({ failures: 1 });
    await cancel(job);
  });
});

describe('an import whose worker was killed between two chunks', () => {
  it('continues with the rows of the chunk that is missing, and takes no other row twice', async () => {
    const ctx = newWorkspace();
    const release = await holdImports(app, ctx);
    const rows = Array.from({ length: 1_700 }, (_, index) => `p${String(index + 1)}@rows.example`);
    // Repeats a row of the gap and a row that is committed.
    const content = ['email', ...rows, 'p1@rows.example', 'p600@rows.example', ''].join('\n');
    const id = await upload(app, ctx, Buffer.from(content));
    const lane = { workspace_id: ctx.workspaceId, import_id: id, token: 'killed', has_advanced: true };
    const counts = { ...NO_COUNTS, first_row: 0, last_row: 0, version: 0 };
    const committed = {
      processed_rows: 500,
      unchanged_count: 500,
      first_row: 501,
      last_row: 1_000,
      version: 1,
    };
    await app.database.collection<{ _id: string }>('import_lanes').insertMany([
      { ...lane, ...counts, _id: `${id}:0` },
      { ...lane, ...counts, ...committed, _id: `${id}:1` },
    ]);
    await app.database
      .collection<{ _id: string }>('imports')
      .updateOne({ _id: id }, { $set: { status: 'processing' } });
    await release();
    expect(await ended(app, ctx, id)).toMatchObject({
      status: 'completed',
      processed_rows: 1_702,
      unchanged_count: 500,
      created_count: 1_200,
      skipped_count: 2,
    });
    const { meta } = await app.client.listContacts(ctx, listed());
    expect(meta?.total_count).toBe(1_200);
    expect(await app.database.collection('import_lanes').countDocuments({ import_id: id })).toBe(0);
  });
});
