import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createCursors } from '@outreach/mongo-kit/paging';
import { createUnits } from '@outreach/mongo-kit/units';
import { createLogger, newId, systemClock, withCall } from '@outreach/service-kit';
import { createFakeClock, testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { NO_COUNTS, type ImportJob } from '../src/imports/import-job.ts';
import { createImportStores, type ImportStores } from '../src/imports/import.store.ts';

const LEASE_MS = 15_000;
const RUNNING_MAX = 5;
const CLAIMS_MAX = 1_000;
/** More than one query of the queue reads: the job of the other workspace comes after them. */
const CROWD = 300;

const clock = createFakeClock();
let mongo: Mongo;
let stores: ImportStores;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('queue'), appName: 'test', logger });
  const { connection } = mongo;
  const outbox = { append: async () => undefined, wakeRelay: () => undefined };
  const serviceKey = Buffer.alloc(32, 1);
  const units = createUnits({ connection, outbox, serviceKey, clock: systemClock, ids: newId });
  const cursors = createCursors(serviceKey);
  stores = createImportStores({ mongo, cursors, clock, ids: newId, units }, LEASE_MS);
  await mongo.start();
  await units.createIndexes();
});
beforeEach(async () => {
  await mongo.connection.collection('imports').deleteMany({});
});
afterAll(async () => mongo.stop());

let madeAt = 0;

function jobOf(workspaceId: string): ImportJob {
  madeAt += 1_000;
  return {
    id: newId('imp'),
    workspace_id: workspaceId,
    agency_id: '',
    file_name: 'rows.csv',
    file_id: 'file',
    shape: { encoding: 'utf-8', separator: ',', hasHeader: true, columns: ['email'], targets: ['email'] },
    field_mapping_id: null,
    status: 'queued',
    total_rows: 1,
    ...NO_COUNTS,
    dedup_behavior: 'update',
    default_tags: [],
    trigger_verification: false,
    started_at: null,
    finished_at: null,
    created_at: new Date(madeAt),
    error: null,
    failures: 0,
    version: 1,
  };
}

async function queued(workspaceId: string, count: number): Promise<ImportJob[]> {
  const jobs = Array.from({ length: count }, () => jobOf(workspaceId));
  await withCall(testCall(workspaceId), async () => {
    for (const job of jobs) await stores.imports.insert(job);
  });
  return jobs;
}

type ImportClaim = Awaited<ReturnType<ImportStores['queue']['claim']>>['claims'][number];

async function claimed(max = CLAIMS_MAX): Promise<readonly ImportClaim[]> {
  return (await stores.queue.claim({ max })).claims;
}

async function claimOne(): Promise<ImportClaim> {
  const [claim] = await claimed(1);
  if (claim === undefined) throw new Error('The queue has no due job.');
  return claim;
}

const claimedIds = async (): Promise<string[]> => (await claimed()).map(({ id }) => id);

async function advance(job: ImportJob, { token }: ImportClaim, rows = 0): Promise<boolean> {
  const counts = { ...NO_COUNTS, processed_rows: rows };
  return withCall(testCall(job.workspace_id), async () =>
    stores.imports.advance(job, { token, counts, errors: [] }),
  );
}

const find = async ({ id, workspace_id }: ImportJob): Promise<ImportJob | undefined> =>
  withCall(testCall(workspace_id), async () => stores.imports.findById(id));

const idsOf = (jobs: readonly ImportJob[]): string[] => jobs.map(({ id }) => id);
const end = async (job: ImportJob): Promise<void> =>
  withCall(testCall(job.workspace_id), async () => stores.imports.end({ ...job, status: 'completed' }));

describe('ImportQueue', () => {
  it('runs five jobs of a workspace concurrently and the others in their order', async () => {
    const jobs = await queued('ws_1', 8);
    expect(await claimedIds()).toEqual(idsOf(jobs.slice(0, RUNNING_MAX)));
    for (const [ended, next] of [
      [2, 5],
      [0, 6],
    ] as const) {
      const job = jobs[ended];
      if (job !== undefined) await end(job);
      expect(await claimedIds()).toEqual([jobs[next]?.id]);
    }
  });

  it('never runs a sixth job of a workspace, with any number of concurrent claims', async () => {
    await queued('ws_1', 12);
    const found = await Promise.all(Array.from({ length: 12 }, async () => claimed(1)));
    const later = await claimedIds();
    const ids = [...found.flat().map(({ id }) => id), ...later];
    expect(ids).toHaveLength(RUNNING_MAX);
    expect(new Set(ids).size).toBe(RUNNING_MAX);
  });

  it('claims the job of another workspace behind hundreds of waiting jobs', async () => {
    const crowd = await queued('ws_crowd', CROWD);
    const [small] = await queued('ws_small', 1);
    expect(await claimedIds()).toEqual([...idsOf(crowd.slice(0, RUNNING_MAX)), small?.id]);
  });

  it('gives a job to another worker after its lease has ended, and not before', async () => {
    const [job] = await queued('ws_1', 1);
    expect(await claimedIds()).toEqual([job?.id]);
    clock.advance(LEASE_MS - 1);
    expect(await claimedIds()).toEqual([]);
    clock.advance(1);
    expect(await claimedIds()).toEqual([job?.id]);
  });

  it('ignores every write of a worker that lost its job', async () => {
    const [job] = await queued('ws_1', 1);
    if (job === undefined) throw new Error('The queue has no job.');
    const late = await claimOne();
    clock.advance(LEASE_MS);
    const current = await claimOne();
    const before = await find(job);
    const { queue } = stores;
    expect(await advance(job, late, 1)).toBe(false);
    expect(await queue.renew(late)).toBe(false);
    expect(await queue.retryAt(late, new Date(clock.now()), { failures: 1 })).toBe(false);
    expect(await find(job)).toEqual(before);
    expect(await advance(job, current, 1)).toBe(true);
  });

  it('gives a job that failed to the next worker at once, with one failure more', async () => {
    const [job] = await queued('ws_1', 1);
    const claim = await claimOne();
    expect(await stores.queue.retryAt(claim, new Date(clock.now()), { failures: 1 })).toBe(true);
    expect(await claimOne()).toMatchObject({ id: job?.id, attempt: 2, row: { failures: 1 } });
  });

  it('is woken after the commit of a new job', async () => {
    const { signal } = new AbortController();
    const { wakeUp } = stores.queue;
    // The jobs of earlier tests have raised it.
    await wakeUp.wait(0, signal);
    const waiting = wakeUp.wait(60_000, signal);
    await queued('ws_1', 1);
    expect(await waiting).toBe(true);
  });

  it('reports the end of the next lease', async () => {
    await queued('ws_1', 1);
    await claimOne();
    const nextDueAt = new Date(clock.now() + LEASE_MS);
    expect(await stores.queue.claim({ max: 1 })).toEqual({ claims: [], nextDueAt });
  });

  it('increments the version of a job with each stored change', async () => {
    const [job] = await queued('ws_1', 1);
    if (job === undefined) throw new Error('The queue has no job.');
    const claim = await claimOne();
    expect((await find(job))?.version).toBe(2);
    await advance(job, claim);
    expect((await find(job))?.version).toBe(3);
  });

  it.each([
    ['status', 'paused'],
    ['dedup_behavior', 'merge'],
  ])('throws for a job whose %s is the unknown value %s', async (field, value) => {
    const [job] = await queued('ws_1', 1);
    await mongo.connection.collection('imports').updateOne({}, { $set: { [field]: value } });
    const found = withCall(testCall('ws_1'), async () => stores.imports.findById(job?.id ?? ''));
    await expect(found).rejects.toThrow(value);
  });
});
