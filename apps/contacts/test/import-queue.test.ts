import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectMongo, createCursors, createUnits, type Mongo } from '@outreach/mongo-kit';
import { createLogger, newId, systemClock, withCall } from '@outreach/service-kit';
import { createFakeClock, testCall, testMongoUri, uniqueName } from '@outreach/testing';
import { NO_COUNTS, type ImportJob } from '../src/imports/import-job.ts';
import { createImportStores, type ImportStores } from '../src/imports/import.store.ts';

const LEASE_MS = 15_000;
const RUNNING_MAX = 5;
/** More than one query of the queue reads: the job of the other workspace comes after them. */
const CROWD = 300;

const clock = createFakeClock();
let mongo: Mongo;
let stores: ImportStores;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('queue'), appName: 'test', logger });
  const { connection } = mongo;
  const outbox = { append: async () => undefined, kick: () => undefined };
  const serviceKey = Buffer.alloc(32, 1);
  const units = createUnits({ connection, outbox, serviceKey, clock: systemClock, ids: newId });
  const cursors = createCursors(serviceKey);
  stores = createImportStores({
    connection,
    cursors,
    clock,
    leaseMs: LEASE_MS,
    unitOfWork: units.unitOfWork,
  });
  await mongo.start();
  await units.createIndexes();
});
beforeEach(async () => {
  await mongo.connection.collection('imports').deleteMany({});
});
afterAll(async () => {
  await mongo.connection.dropDatabase();
  await mongo.stop();
});

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

async function claimedIds(owner: string): Promise<string[]> {
  const ids: string[] = [];
  for (let job = await stores.queue.claim(owner); job !== undefined; job = await stores.queue.claim(owner))
    ids.push(job.id);
  return ids;
}

const idsOf = (jobs: readonly ImportJob[]): string[] => jobs.map(({ id }) => id);
const end = async (job: ImportJob): Promise<void> =>
  withCall(testCall(job.workspace_id), async () => stores.imports.end({ ...job, status: 'completed' }));

describe('ImportQueue', () => {
  it('runs five jobs of a workspace concurrently and the others in their order', async () => {
    const jobs = await queued('ws_1', 8);
    expect(await claimedIds('one')).toEqual(idsOf(jobs.slice(0, RUNNING_MAX)));
    for (const [ended, next] of [
      [2, 5],
      [0, 6],
    ] as const) {
      const job = jobs[ended];
      if (job !== undefined) await end(job);
      expect(await claimedIds('one')).toEqual([jobs[next]?.id]);
    }
  });

  it('never runs a sixth job of a workspace, with any number of concurrent claims', async () => {
    await queued('ws_1', 12);
    const asked = await Promise.all(Array.from({ length: 12 }, async (_, n) => stores.queue.claim(`p${n}`)));
    const again = await claimedIds('late');
    const ids = [...asked.flatMap((job) => job?.id ?? []), ...again];
    expect(ids).toHaveLength(RUNNING_MAX);
    expect(new Set(ids).size).toBe(RUNNING_MAX);
  });

  it('claims the job of another workspace behind hundreds of waiting jobs', async () => {
    const crowd = await queued('ws_crowd', CROWD);
    const [small] = await queued('ws_small', 1);
    expect(await claimedIds('one')).toEqual([...idsOf(crowd.slice(0, RUNNING_MAX)), small?.id]);
  });

  it('gives a job to another worker after its lease has ended, and not before', async () => {
    const [job] = await queued('ws_1', 1);
    expect(await claimedIds('one')).toEqual([job?.id]);
    clock.advance(LEASE_MS);
    expect(await claimedIds('two')).toEqual([]);
    clock.advance(1);
    expect(await claimedIds('two')).toEqual([job?.id]);
  });

  it('refuses the chunk of a worker that lost its job', async () => {
    const [job] = await queued('ws_1', 1);
    if (job === undefined) throw new Error('The queue has no job.');
    await claimedIds('one');
    clock.advance(LEASE_MS + 1);
    await claimedIds('two');
    const advance = async (owner: string): Promise<boolean> =>
      withCall(testCall('ws_1'), async () =>
        stores.imports.advance(job, { owner, counts: { ...NO_COUNTS, processed_rows: 1 }, errors: [] }),
      );
    expect([await advance('one'), await advance('two')]).toEqual([false, true]);
  });

  it('increments the version of a job with each stored change', async () => {
    const [job] = await queued('ws_1', 1);
    if (job === undefined) throw new Error('The queue has no job.');
    const claimed = await stores.queue.claim('one');
    expect(claimed?.version).toBe(2);
    const advanced = await withCall(testCall('ws_1'), async () => {
      await stores.imports.advance(job, { owner: 'one', counts: NO_COUNTS, errors: [] });
      return stores.imports.findById(job.id);
    });
    expect(advanced?.version).toBe(3);
  });

  it('reads a job that was stored without a version as version 1', async () => {
    const [job] = await queued('ws_1', 1);
    await mongo.connection.collection('imports').updateOne({}, { $unset: { version: '' } });
    const found = await withCall(testCall('ws_1'), async () => stores.imports.findById(job?.id ?? ''));
    expect(found?.version).toBe(1);
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
