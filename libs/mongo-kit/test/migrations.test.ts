import { describe, expect, it } from '@jest/globals';
import { createLogger, newId, systemClock } from '@outreach/service-kit';
import { testMongoUri, uniqueName } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connectMongo, createLeases, createMigrations, type Migration } from '../src/index.ts';

const BATCH_COUNT = 5;
const LEASE_MS = 1_000;

const logger = createLogger({ name: 'test', level: 'silent' });
const never = new AbortController().signal;

async function openDatabase() {
  const mongo = connectMongo({
    uri: testMongoUri(),
    database: uniqueName('migrations'),
    appName: 'test',
    logger,
  });
  await mongo.start();
  return mongo;
}

const mongo = await sharedByTests(openDatabase);
const { connection } = mongo;

/** A process of its own that runs migrations. Each test has migrations with numbers of its own. */
function createRunner(migrations: readonly Migration[]) {
  const leases = createLeases({ connection, clock: systemClock, owner: newId('owner') });
  return createMigrations(migrations, { connection, leases, clock: systemClock, logger, leaseMs: LEASE_MS });
}

/** A migration of five batches that notes each position. */
function counting(
  number: number,
  onBatch: (after: string | undefined) => Promise<unknown> = async () => undefined,
) {
  const positions: (string | undefined)[] = [];
  const migration: Migration = {
    number,
    name: 'count',
    runBatch: async (after) => {
      positions.push(after);
      await onBatch(after);
      const next = Number(after ?? 0) + 1;
      return next < BATCH_COUNT ? String(next) : undefined;
    },
  };
  return { migration, positions };
}

const ALL_POSITIONS = [undefined, '1', '2', '3', '4'];

describe('migrations', () => {
  it('run once in the order of their numbers, and not again', async () => {
    const order: number[] = [];
    const noting = (number: number) => counting(number, async () => order.push(number)).migration;
    const runner = createRunner([noting(2), noting(1)]);
    expect(await runner.states()).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
    await runner.run(never);
    await runner.run(never);
    const times = (number: number) => Array.from({ length: BATCH_COUNT }, () => number);
    expect(order).toEqual([...times(1), ...times(2)]);
    expect(await runner.states()).toEqual([
      { id: '0001-count', state: 'finished', position: '4' },
      { id: '0002-count', state: 'finished', position: '4' },
    ]);
  });

  it('run once with two runners at once, which both wait for the end', async () => {
    const { migration, positions } = counting(11);
    const runners = [createRunner([migration]), createRunner([migration])];
    await Promise.all(runners.map(async (runner) => runner.run(never)));
    expect(positions).toEqual(ALL_POSITIONS);
  });

  it('are continued at the last stored position when their runner is killed', async () => {
    const killed = Promise.withResolvers<never>();
    const reached = Promise.withResolvers<undefined>();
    const dying = counting(21, async (after) => {
      if (after !== '3') return;
      reached.resolve(undefined);
      await killed.promise;
    });
    const lost = createRunner([dying.migration]).run(never);
    await reached.promise;
    const { migration, positions } = counting(21);
    const runner = createRunner([migration]);
    expect(await runner.states()).toEqual([{ id: '0021-count', state: 'started', position: '3' }]);
    await runner.run(never);
    expect(positions).toEqual(['3', '4']);
    killed.reject(new Error('killed'));
    await expect(lost).rejects.toThrow('killed');
  });

  it('end with the error of a batch, and are continued by the next run', async () => {
    let isBroken = true;
    const { migration, positions } = counting(31, async (after) => {
      if (after === '2' && isBroken) throw new Error('the batch failed');
    });
    const runner = createRunner([migration]);
    await expect(runner.run(never)).rejects.toThrow('the batch failed');
    isBroken = false;
    await runner.run(never);
    expect(positions).toEqual([undefined, '1', '2', '2', '3', '4']);
  });

  it('must have different numbers', () => {
    const [one, other] = [counting(41).migration, { ...counting(41).migration, name: 'other' }];
    expect(() => createRunner([one, other])).toThrow('0041-count and 0041-other have the same number');
  });
});
