import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, newId, systemClock, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, type Mongo } from '../src/index.ts';
import { createUnits, type Units } from '../src/units/index.ts';

/** Longer than a busy machine holds a timer back. */
const LEASE_MS = 800;
const COMMAND_MS = 3 * LEASE_MS;
const codec = {
  encode: (text: string) => Buffer.from(text),
  decode: (bytes: Buffer) => bytes.toString(),
  about: () => [],
};

let mongo: Mongo;
let units: Units;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('renewal'), appName: 'test', logger });
  await mongo.start();
  units = createUnits({
    connection: mongo.connection,
    outbox: { append: async () => undefined, wakeRelay: () => undefined },
    serviceKey: Buffer.alloc(32, 7),
    clock: systemClock,
    ids: newId,
    leases: { runMs: LEASE_MS, finishMs: LEASE_MS },
  });
  await units.createIndexes();
});

afterAll(async () => mongo.stop());

function keyed(deadlineMs: number): CallContext {
  const idempotency = { id: newId('key'), fingerprint: 'same' };
  return testCall('ws_1', { idempotency, deadlineAtMs: Date.now() + deadlineMs });
}

type Run = (ctx: CallContext, work: () => Promise<string>) => Promise<unknown>;

const RUNS: readonly (readonly [string, Run])[] = [
  ['command', async (ctx, work) => units.run(ctx, codec, work)],
  [
    'prepared command',
    async (ctx, work) =>
      units.runPrepared(ctx, codec, async () => {
        const reply = await work();
        return async () => Promise.resolve(reply);
      }),
  ],
  [
    'command with an external effect',
    async (ctx, work) =>
      units.runWithEffect(ctx, codec, {
        begin: async () => Promise.resolve({}),
        effect: async () => {
          const reply = await work();
          return async () => Promise.resolve(reply);
        },
      }),
  ],
];

describe('a command that takes longer than its lease', () => {
  it.concurrent.each(RUNS)(
    '%s: runs once; a second request with the key waits for its reply',
    async (_name, run) => {
      const ctx = keyed(10_000);
      let runCount = 0;
      const work = async (): Promise<string> => {
        runCount += 1;
        await pause(COMMAND_MS);
        return `run ${runCount}`;
      };
      const first = run(ctx, work);
      await pause(LEASE_MS);
      expect(await run(ctx, work)).toEqual({ reply: 'run 1', replayed: true });
      expect(await first).toEqual({ reply: 'run 1', replayed: false });
      expect(runCount).toBe(1);
    },
  );

  it.concurrent.each(RUNS)('%s: loses its claim after its deadline', async (_name, run) => {
    const ctx = keyed(LEASE_MS);
    const never = Promise.withResolvers<string>();
    const hanging = run(ctx, async () => never.promise);
    await pause(COMMAND_MS);
    const later = { ...ctx, deadlineAtMs: Date.now() + 10_000 };
    expect(await run(later, async () => Promise.resolve('second'))).toMatchObject({ reply: 'second' });
    never.resolve('first');
    await expect(hanging).rejects.toMatchObject({ kind: expect.stringMatching(/^(conflict|deadline)$/) });
  });
});
