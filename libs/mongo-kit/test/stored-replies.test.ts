import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, newId, systemClock, withCall, type CallContext } from '@outreach/service-kit';
import { testCall, testMongoUri, uniqueName } from '@outreach/testing';
import { connectMongo, createUnits, type Mongo, type Units } from '../src/index.ts';

const codec = { encode: (text: string) => Buffer.from(text), decode: (bytes: Buffer) => bytes.toString() };
const NOT_FOUND = { replayed: true, refusal: { kind: 'not_found', code: 'not_found' } };

let mongo: Mongo;
let units: Units;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('replies'), appName: 'test', logger });
  await mongo.start();
  units = createUnits({
    connection: mongo.connection,
    outbox: { append: async () => undefined, kick: () => undefined },
    serviceKey: Buffer.alloc(32, 7),
    clock: systemClock,
    ids: newId,
  });
  await units.createIndexes();
});

afterAll(async () => mongo.stop());

function keyed(workspaceId = 'ws_1'): CallContext {
  return testCall(workspaceId, { idempotency: { id: newId('key'), fingerprint: 'same' } });
}

async function tell(ctx: CallContext, ids: readonly string[]) {
  return units.run(ctx, codec, async () => {
    units.replies.mention(ids);
    return Promise.resolve(`about ${ids.join(' ')}`);
  });
}

async function erase(id: string, workspaceId = 'ws_1'): Promise<void> {
  await withCall(testCall(workspaceId), async () => units.unitOfWork(async () => units.replies.erase(id)));
}

describe('a kept reply', () => {
  it('is not_found once one of the records that it tells of is erased', async () => {
    const [one, two] = [keyed(), keyed()];
    await tell(one, ['a', 'b']);
    await tell(two, ['c']);
    await erase('b');
    expect(await tell(one, ['a', 'b'])).toMatchObject(NOT_FOUND);
    expect(await tell(two, ['c'])).toEqual({ reply: 'about c', replayed: true });
  });

  it('stays when another workspace erases a record of that id', async () => {
    const ctx = keyed();
    await tell(ctx, ['d']);
    await erase('d', 'ws_2');
    expect(await tell(ctx, ['d'])).toEqual({ reply: 'about d', replayed: true });
  });

  it('stays when the erasure is rolled back', async () => {
    const ctx = keyed();
    await tell(ctx, ['e']);
    const failed = withCall(testCall('ws_1'), async () =>
      units.unitOfWork(async () => {
        await units.replies.erase('e');
        throw new Error('rolled back');
      }),
    );
    await expect(failed).rejects.toThrow('rolled back');
    expect(await tell(ctx, ['e'])).toEqual({ reply: 'about e', replayed: true });
  });

  it('of two steps is erased between them too, and the late reply is not kept', async () => {
    const ctx = keyed();
    const steps = (finish: () => Promise<string>) => ({
      effect: async () => {
        units.replies.mention(['f']);
        return Promise.resolve('effect');
      },
      finish,
    });
    const late = units.runTwoStep(
      ctx,
      codec,
      steps(async () => {
        await erase('f');
        return 'late';
      }),
    );
    await expect(late).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    const again = await units.runTwoStep(
      ctx,
      codec,
      steps(async () => Promise.resolve('again')),
    );
    expect(again).toMatchObject(NOT_FOUND);
  });
});
