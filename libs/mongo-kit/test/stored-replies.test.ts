import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, newId, systemClock, withCall, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, type Mongo } from '../src/index.ts';
import { createUnits, type Units } from '../src/units/index.ts';

const codec = (about: readonly string[] = []) => ({
  encode: (text: string) => Buffer.from(text),
  decode: (bytes: Buffer) => bytes.toString(),
  about: () => about,
});
const NOT_FOUND = { replayed: true, refusal: { kind: 'not_found', code: 'not_found' } };

let mongo: Mongo;
let units: Units;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('replies'), appName: 'test', logger });
  await mongo.start();
  units = createUnits({
    connection: mongo.connection,
    outbox: { append: async () => undefined, wakeRelay: () => undefined },
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

async function runAbout(ctx: CallContext, ids: readonly string[]) {
  return units.run(ctx, codec(ids), async () => Promise.resolve(`about ${ids.join(' ')}`));
}

async function erase(id: string, workspaceId = 'ws_1'): Promise<void> {
  await withCall(testCall(workspaceId), async () => units.unitOfWork(async () => units.replies.erase(id)));
}

describe('a stored reply', () => {
  it('becomes not_found when one of the records that it is about is erased', async () => {
    const [one, two] = [keyed(), keyed()];
    await runAbout(one, ['a', 'b']);
    await runAbout(two, ['c']);
    await erase('b');
    expect(await runAbout(one, ['a', 'b'])).toMatchObject(NOT_FOUND);
    expect(await runAbout(two, ['c'])).toEqual({ reply: 'about c', replayed: true });
  });

  it('stays when another workspace erases a record of the same id', async () => {
    const ctx = keyed();
    await runAbout(ctx, ['d']);
    await erase('d', 'ws_2');
    expect(await runAbout(ctx, ['d'])).toEqual({ reply: 'about d', replayed: true });
  });

  it('stays when the erasure is rolled back', async () => {
    const ctx = keyed();
    await runAbout(ctx, ['e']);
    const failed = withCall(testCall('ws_1'), async () =>
      units.unitOfWork(async () => {
        await units.replies.erase('e');
        throw new Error('rolled back');
      }),
    );
    await expect(failed).rejects.toThrow('rolled back');
    expect(await runAbout(ctx, ['e'])).toEqual({ reply: 'about e', replayed: true });
  });

  it('of a command with an external effect is erased by a commit after the erasure', async () => {
    const ctx = keyed();
    await units.runWithEffect(ctx, codec(['f']), {
      begin: async () => Promise.resolve('begun'),
      effect: async () => async () => Promise.resolve('done'),
    });
    await erase('f');
    const again = await units.runWithEffect(ctx, codec(['f']), {
      begin: async () => Promise.resolve('begun'),
      effect: async () => async () => Promise.resolve('again'),
    });
    expect(again).toMatchObject(NOT_FOUND);
  });
});
