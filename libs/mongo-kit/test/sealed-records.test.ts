import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connectMongo } from '../src/index.ts';
import { createSealedRecords, createSealer } from '../src/sealing/index.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
/** More than two batches. */
const RECORD_COUNT = 1_200;
const TABLE = { collection: 'accounts', fields: ['secret', 'server.password'] };

interface Row {
  readonly _id: string;
  readonly secret: Buffer | null;
  readonly server?: { readonly password: Buffer };
}

const logger = createLogger({ name: 'test', level: 'silent' });
const mongo = await sharedByTests(async () => {
  const database = uniqueName('sealing');
  const opened = connectMongo({ uri: testMongoUri(), database, appName: 'test', logger });
  await opened.start();
  return opened;
});
const { connection } = mongo;
const rows = connection.collection<Row>(TABLE.collection);
const [old, rotated] = [createSealer(OLD), createSealer(NEW, [OLD])];
const records = createSealedRecords({ connection, sealer: rotated, logger });
const never = new AbortController().signal;
const idOf = (at: number): string => `account_${String(at).padStart(6, '0')}`;
const text = (at: number): Buffer => Buffer.from(`secret ${at}`);

async function fill(): Promise<void> {
  await rows.deleteMany({});
  await rows.insertMany(
    Array.from({ length: RECORD_COUNT }, (_, at) => ({
      _id: idOf(at),
      secret: old.seal(text(at)),
      server: { password: old.seal(text(at)) },
    })),
  );
}

describe('sealed records', () => {
  it('are counted, and sealed with the current key', async () => {
    await fill();
    await rows.insertMany([
      { _id: 'empty', secret: Buffer.alloc(0) },
      { _id: 'none', secret: null },
      { _id: 'current', secret: rotated.seal(text(0)) },
    ]);
    expect(await records.countPrevious(TABLE)).toBe(RECORD_COUNT);
    expect(await records.resealAll(TABLE, never)).toBe(RECORD_COUNT);
    expect(await records.countPrevious(TABLE)).toBe(0);
    const current = createSealer(NEW);
    const found = await rows.findOne({ _id: idOf(7) }, { promoteBuffers: true });
    expect(current.open(found?.secret ?? Buffer.alloc(0))).toEqual(text(7));
    expect(current.open(found?.server?.password ?? Buffer.alloc(0))).toEqual(text(7));
  });

  it('are continued after the last batch of a worker that was stopped', async () => {
    await fill();
    const stopped = new AbortController();
    let opened = 0;
    const stopping = {
      ...rotated,
      open: (sealed: Uint8Array) => {
        opened += 1;
        stopped.abort();
        return rotated.open(sealed);
      },
    };
    const worker = createSealedRecords({ connection, sealer: stopping, logger });
    const first = await worker.resealAll(TABLE, stopped.signal);
    expect(first).toBeGreaterThan(0);
    expect(opened).toBe(2 * first);
    expect(await records.resealAll(TABLE, never)).toBe(RECORD_COUNT - first);
    expect(await records.countPrevious(TABLE)).toBe(0);
  });

  it('stay when they cannot be opened, and do not delay others', async () => {
    await fill();
    const unknown = createSealer(Buffer.alloc(32, 3)).seal(text(1));
    await rows.updateOne({ _id: idOf(1) }, { $set: { secret: unknown } });
    expect(await records.resealAll(TABLE, never)).toBe(RECORD_COUNT - 1);
    expect(await records.countPrevious(TABLE)).toBe(1);
  });
});
