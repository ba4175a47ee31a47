import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDeadLetters } from '@outreach/event-bus/consumer';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createCursors } from '@outreach/mongo-kit/paging';
import { createUnits, type Units } from '@outreach/mongo-kit/units';
import { createLogger, newId, systemClock, withCall, type CallContext } from '@outreach/service-kit';
import { createFakeClock, testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { createEnrichmentStores, type EnrichmentStores } from '../src/enrichment/enrichment-request.store.ts';
import { nextRecheckAt } from '../src/erasure/next-recheck.ts';
import { createRetentionLogStore, type StoredRetentionLogs } from '../src/erasure/retention-log.store.ts';
import { createImportErasures, type ImportErasureStores } from '../src/imports/import-erasure.store.ts';
import { createRescores, type RescoreStores } from '../src/scoring/rescore.store.ts';

/** Of all stores; the others have it as their own. */
const LEASE_MS = 30_000;

const clock = createFakeClock();
let mongo: Mongo;
let units: Units;
let enrichments: EnrichmentStores;
let rescoring: RescoreStores;
let logs: StoredRetentionLogs;
let scrubbing: ImportErasureStores;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('claims'), appName: 'test', logger });
  const { connection } = mongo;
  const outbox = { append: async () => undefined, wakeRelay: () => undefined };
  const serviceKey = Buffer.alloc(32, 1);
  units = createUnits({ connection, outbox, serviceKey, clock: systemClock, ids: newId });
  const base = { mongo, units, clock, ids: newId };
  enrichments = createEnrichmentStores({ ...base, deadLetters: createDeadLetters(connection) }, LEASE_MS);
  rescoring = createRescores(base);
  logs = createRetentionLogStore({ ...base, cursors: createCursors(serviceKey) });
  const imports = { withFiles: async () => Promise.resolve(['imp_1']) };
  scrubbing = createImportErasures(base, imports);
  await mongo.start();
  await units.createIndexes();
});
afterAll(async () => mongo.stop());

const now = (): Date => new Date(clock.now());
const letters = async (): Promise<number> => mongo.connection.collection('dead_letters').countDocuments();
const newCall = (): CallContext => testCall(newId('ws'));

async function claimOne<Row>(queue: {
  claim(options: { max: number }): Promise<{ readonly claims: readonly Row[] }>;
}): Promise<Row> {
  const [claim] = (await queue.claim({ max: 1 })).claims;
  if (claim === undefined) throw new Error('Nothing was due.');
  return claim;
}

describe('an enrichment request', () => {
  it('ignores the result of a worker whose lease has ended', async () => {
    const { requests, queue, giveUp } = enrichments;
    await withCall(newCall(), async () => requests.add([newId('con')], now()));
    const late = await claimOne(queue);
    clock.advance(LEASE_MS);
    const current = await claimOne(queue);
    expect(await giveUp(late, 'late')).toBe(false);
    expect(await queue.complete(late)).toBe(false);
    expect(await letters()).toBe(0);
    expect(await giveUp(current, 'The provider answered 500.')).toBe(true);
    expect([await letters(), (await queue.claim({ max: 1 })).claims]).toEqual([1, []]);
  });

  it('starts again after a later request, and its running worker loses the claim', async () => {
    const { requests, queue } = enrichments;
    const ctx = newCall();
    const id = newId('con');
    await withCall(ctx, async () => requests.add([id], now()));
    const late = await claimOne(queue);
    await withCall(ctx, async () => requests.add([id], now()));
    expect(await queue.complete(late)).toBe(false);
    const current = await claimOne(queue);
    expect(current).toMatchObject({ id, attempt: 1 });
    expect(await queue.complete(current)).toBe(true);
  });
});

describe('a rescore', () => {
  it('starts again after a later request, and its running worker loses the claim', async () => {
    const { rescores, queue } = rescoring;
    const ctx = newCall();
    await withCall(ctx, async () => rescores.request('rsc_1', now()));
    const late = await claimOne(queue);
    await withCall(ctx, async () => rescores.request('rsc_2', now()));
    expect(await queue.retryAt(late, now(), { pass: 2 })).toBe(false);
    const current = await claimOne(queue);
    expect(current.row).toMatchObject({ request_id: 'rsc_2', pass: 1, after: null });
    expect(await queue.complete(current)).toBe(true);
  });

  it('wakes the job after the commit of its request, and not before', async () => {
    const { rescores, queue } = rescoring;
    const signal = new AbortController().signal;
    // The requests of earlier tests have raised it.
    await queue.wakeUp.wait(0, signal);
    let isAwake = false;
    const waiting = queue.wakeUp.wait(60_000, signal).then(() => (isAwake = true));
    await withCall(newCall(), async () =>
      units.unitOfWork(async () => {
        await rescores.request('rsc_3', now());
        expect(isAwake).toBe(false);
      }),
    );
    expect(await waiting).toBe(true);
    expect(await queue.complete(await claimOne(queue))).toBe(true);
  });
});

describe('the rechecks of an erasure', () => {
  const FIRST_MS = 40_000;
  const SECOND_MS = 200_000;
  const newLog = (ctx: CallContext) => ({
    id: newId('ret'),
    workspace_id: ctx.workspaceId,
    contact_id: newId('con'),
    email_sha256: 'digest',
    reason: null,
    deleted_by: 'usr_1',
    created_at: now(),
  });

  const due = async () => (await logs.queue.claim({ max: 1 })).claims;

  it('are due 40 s and 200 s after the erasure', async () => {
    const ctx = newCall();
    const log = newLog(ctx);
    await withCall(ctx, async () => logs.insert(log));
    clock.advance(FIRST_MS - 1);
    expect(await due()).toEqual([]);
    clock.advance(1);
    const claim = await claimOne(logs.queue);
    expect(claim).toMatchObject({ id: log.id, row: { contact_id: log.contact_id } });
    const secondAt = nextRecheckAt({ ...claim.row, rechecks: 1 });
    expect(secondAt).toEqual(new Date(log.created_at.getTime() + SECOND_MS));
    expect(await logs.queue.retryAt(claim, secondAt ?? now(), { rechecks: 1 })).toBe(true);
    clock.advance(SECOND_MS - FIRST_MS - 1);
    expect(await due()).toEqual([]);
    clock.advance(1);
    const last = await claimOne(logs.queue);
    expect(nextRecheckAt({ ...last.row, rechecks: 2 })).toBeUndefined();
    expect(await logs.queue.finish(last, { rechecks: 2 })).toBe(true);
    clock.advance(LEASE_MS);
    expect(await due()).toEqual([]);
    const { items } = await withCall(ctx, async () => logs.list({ pageSize: 10, cursor: '' }));
    expect(items).toEqual([log]);
  });
});

describe('the scrub of an uploaded file', () => {
  it('includes an address that is erased while a worker scrubs the file', async () => {
    const { erasures, queue } = scrubbing;
    const ctx = newCall();
    await withCall(ctx, async () => erasures.add('digest_1'));
    const late = await claimOne(queue);
    await withCall(ctx, async () => erasures.add('digest_2'));
    expect(await queue.retryAt(late, now())).toBe(false);
    const current = await claimOne(queue);
    expect(current.row.pending).toEqual(['digest_1', 'digest_2']);
    expect(await queue.complete(current)).toBe(true);
  });
});
