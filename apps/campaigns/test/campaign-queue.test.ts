import { beforeEach, describe, expect, it } from '@jest/globals';
import { connectMongo } from '@outreach/mongo-kit';
import { createLogger, newId, withCall } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createCampaignQueue } from '../src/campaigns/campaign-queue.store.ts';

const DELAY_MS = 1_000;
const clock = { nowMs: Date.now(), now: () => clock.nowMs };

const database = await sharedByTests(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('queue'), appName: 'test', logger });
  const units = { afterCommit: (fn: () => void) => fn() };
  const checks = createCampaignQueue({ mongo, units, clock, ids: newId }, 'checks');
  await mongo.start();
  return {
    checks,
    rows: mongo.connection.collection<{ _id: string; due_at: Date; is_confirmation?: boolean }>('checks'),
    stop: async () => mongo.stop(),
  };
});
const { checks, rows } = database;

beforeEach(async () => {
  await rows.deleteMany({});
  clock.nowMs = Date.now();
});

const request = async (id: string): Promise<void> =>
  withCall(testCall('ws_1'), async () => checks.request([id], new Date(clock.now() + DELAY_MS)));

const claimOne = async () => {
  const [claim] = (await checks.queue.claim({ max: 1 })).claims;
  if (claim === undefined) throw new Error('Nothing is due.');
  return claim;
};

describe('the queue of completion checks', () => {
  it('is not written by a request that finds an earlier one', async () => {
    await request('cmp_1');
    const before = await rows.findOne({ _id: 'cmp_1' });
    clock.nowMs += 100;
    await request('cmp_1');
    expect(await rows.findOne({ _id: 'cmp_1' })).toEqual(before);
  });

  it('takes the claim from a worker when a check is requested again', async () => {
    await request('cmp_1');
    clock.nowMs += DELAY_MS;
    const claim = await claimOne();
    await request('cmp_1');
    expect(await checks.queue.complete(claim)).toBe(false);
    expect(await rows.countDocuments({})).toBe(1);
  });

  it('replaces a confirmation, because the worker deletes it', async () => {
    await request('cmp_1');
    clock.nowMs += DELAY_MS;
    await checks.queue.retryAt(await claimOne(), new Date(clock.now()), { is_confirmation: true });
    await request('cmp_1');
    const [row] = await rows.find({}).toArray();
    expect(row).toMatchObject({ is_confirmation: false, due_at: new Date(clock.now() + DELAY_MS) });
  });
});
