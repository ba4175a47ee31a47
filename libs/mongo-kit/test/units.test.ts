import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { ChangedMeanwhile, defineErrors, invalidField } from '@outreach/errors';
import { createLogger, newId, systemClock, withCall, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, defineModel, systemSchema, type Mongo } from '../src/index.ts';
import { createUnits, type CommandStep, type Outbox, type Units } from '../src/units/index.ts';

interface Thing {
  _id: string;
  name: string;
}

const errors = defineErrors({ taken: { kind: 'conflict', reason: 'taken', message: 'The name is taken.' } });
const codec = {
  encode: (text: string) => Buffer.from(text),
  decode: (bytes: Buffer) => bytes.toString(),
  about: () => [],
};
const outboxRows: Outbox = {
  append: async (events, session) => {
    await mongo.connection.collection('outbox').insertMany(
      events.map(({ id }) => ({ event_id: id })),
      { session },
    );
  },
  wakeRelay: () => undefined,
};
let mongo: Mongo;
let units: Units;
let things: Model<Thing>;
const steps: CommandStep[] = [];

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('units'), appName: 'test', logger });
  things = defineModel(
    mongo.connection,
    'things',
    systemSchema<Thing>({ _id: String, name: String }, [[{ name: 1 }, { unique: true }]]),
  );
  await mongo.start();
  units = createUnits({
    connection: mongo.connection,
    outbox: outboxRows,
    serviceKey: Buffer.alloc(32, 7),
    clock: systemClock,
    ids: newId,
    onStep: async (step) => void steps.push(step),
  });
  await units.createIndexes();
});

beforeEach(async () => {
  steps.length = 0;
  await things.deleteMany({});
  await mongo.connection.collection('outbox').deleteMany({});
});

afterAll(async () => mongo.stop());

function keyed(overrides: Partial<CallContext> = {}): CallContext {
  return testCall('ws_1', { idempotency: { id: newId('idem'), fingerprint: 'same' }, ...overrides });
}

async function createThing(name: string): Promise<string> {
  const id = newId('thing');
  await things.create([{ _id: id, name }]);
  units.events.emit({ ...sampleEvent, id: newId('evt') });
  return id;
}

const sampleEvent = {
  id: '',
  type: 'thing.created',
  workspace_id: 'ws_1',
  occurred_at: '2026-01-31T09:30:00.000Z',
  aggregate: { id: 'thing', version: 1 },
  data: {},
  request_id: 'req',
  traceparent: '',
};

describe('a unit of work', () => {
  it('commits state and events together', async () => {
    await units.unitOfWork(async () => createThing('one'));
    expect(await things.countDocuments()).toBe(1);
    expect(await mongo.connection.collection('outbox').countDocuments()).toBe(1);
  });

  it('stores neither state nor events after an error', async () => {
    const failed = units.unitOfWork(async () => {
      await createThing('one');
      throw new Error('late');
    });
    await expect(failed).rejects.toThrow('late');
    expect(await things.countDocuments()).toBe(0);
    expect(await mongo.connection.collection('outbox').countDocuments()).toBe(0);
  });

  it('runs again when a unique index refuses the row', async () => {
    await createOutside('one');
    let runs = 0;
    const found = await units.unitOfWork(async () => {
      runs += 1;
      if (runs > 1) return 'seen';
      return createThing('one');
    });
    expect(found).toBe('seen');
  });

  it('does not begin after the deadline of its call', async () => {
    const late = testCall('ws_1', { deadlineAtMs: Date.now() - 1 });
    await expect(
      withCall(late, async () => units.unitOfWork(async () => createThing('x'))),
    ).rejects.toMatchObject({
      kind: 'deadline',
    });
  });
});

async function createOutside(name: string): Promise<void> {
  await things.create([{ _id: newId('thing'), name }]);
}

describe('a command with an idempotency key', () => {
  it('has one effect and equal replies in 50 parallel requests', async () => {
    const ctx = keyed();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async () => units.run(ctx, codec, async () => createThing('parallel'))),
    );
    expect(await things.countDocuments()).toBe(1);
    expect(new Set(outcomes.map((outcome) => JSON.stringify('reply' in outcome && outcome.reply))).size).toBe(
      1,
    );
    expect(outcomes.filter((outcome) => !outcome.replayed)).toHaveLength(1);
  });

  it('replays a refusal of the domain without running again', async () => {
    const ctx = keyed();
    const refuse = async (): Promise<string> => Promise.reject(errors.taken.make({ field: 'name' }));
    await expect(units.run(ctx, codec, refuse)).rejects.toMatchObject({ code: 'conflict' });
    const second = await units.run(ctx, codec, async () => createThing('never'));
    expect(second).toMatchObject({
      replayed: true,
      refusal: { code: 'conflict', field: 'name', details: { reason: 'taken' } },
    });
    expect(await things.countDocuments()).toBe(0);
  });

  it('runs again after an unexpected failure', async () => {
    const ctx = keyed();
    await expect(units.run(ctx, codec, async () => Promise.reject(new Error('boom')))).rejects.toThrow(
      'boom',
    );
    expect(await units.run(ctx, codec, async () => createThing('later'))).toMatchObject({ replayed: false });
  });

  it('refuses the key for another request', async () => {
    const ctx = keyed();
    await units.run(ctx, codec, async () => createThing('first'));
    const other = { ...ctx, idempotency: { id: ctx.idempotency?.id ?? '', fingerprint: 'other' } };
    await expect(units.run(other, codec, async () => createThing('second'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('returns idempotency_in_progress when the first request still runs at the deadline', async () => {
    const ctx = keyed();
    const started = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    const slow = units.run(ctx, codec, async () => {
      started.resolve(undefined);
      await released.promise;
      return 'slow';
    });
    await started.promise;
    const withShortDeadline = { ...ctx, deadlineAtMs: Date.now() + 400 };
    await expect(units.run(withShortDeadline, codec, async () => 'second')).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    released.resolve(undefined);
    expect(await slow).toMatchObject({ reply: 'slow' });
  });

  it('reports every step once, in order', async () => {
    await units.run(keyed(), codec, async () => createThing('steps'));
    expect(steps).toEqual(['claimed', 'written', 'committed', 'answering']);
    steps.length = 0;
    await units.runWithEffect(keyed(), codec, {
      begin: async () => createThing('effect'),
      effect: async () => async () => 'done',
    });
    expect(steps).toEqual(['claimed', 'written', 'committed', 'finished', 'answering']);
  });

  it('is refused while a killed process holds its record locked, and runs after the lock is gone', async () => {
    const ctx = keyed();
    const id = ctx.idempotency?.id ?? '';
    const crash = async (): Promise<never> => Promise.reject(new Error('killed'));
    await expect(units.runWithEffect(ctx, codec, { begin: crash, effect: crash })).rejects.toThrow('killed');
    const first = await units
      .runWithEffect(ctx, codec, {
        begin: async () => createThing('locked'),
        effect: crash,
      })
      .catch((thrown: unknown) => thrown);
    expect(first).toBeInstanceOf(Error);
    const dead = await mongo.connection.startSession();
    dead.startTransaction();
    const records = mongo.connection.collection<{ _id: string }>('idempotency');
    await records.updateOne({ _id: id }, { $set: { owner: 'dead' } }, { session: dead });
    const waiting = { ...ctx, deadlineAtMs: Date.now() + 1_500 };
    const finish = { begin: crash, effect: async () => async () => 'finished' };
    await expect(units.runWithEffect(waiting, codec, finish)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    await dead.abortTransaction();
    await dead.endSession();
    expect(await units.runWithEffect(ctx, codec, finish)).toMatchObject({ reply: 'finished' });
  });

  it('continues from the stored first step after a crash and never repeats that step', async () => {
    const ctx = keyed();
    let effects = 0;
    const begin = async (): Promise<unknown> => {
      effects += 1;
      return { id: await createThing('endpoint') };
    };
    const crash = async (): Promise<never> => Promise.reject(new Error('killed'));
    await expect(units.runWithEffect(ctx, codec, { begin, effect: crash })).rejects.toThrow('killed');
    const effect = async (stored: unknown) => async (): Promise<string> => JSON.stringify(stored);
    const outcome = await units.runWithEffect(ctx, codec, { begin, effect });
    expect(effects).toBe(1);
    expect(outcome).toMatchObject({ replayed: false, reply: expect.stringContaining('thing_') });
  });

  it('is free for another request after its effect has refused a value', async () => {
    const ctx = keyed();
    const begin = async () => 'draft';
    const refuse = async (): Promise<never> => Promise.reject(invalidField('segment', 'segment is unknown.'));
    await expect(units.runWithEffect(ctx, codec, { begin, effect: refuse })).rejects.toMatchObject({
      field: 'segment',
    });
    const corrected = { ...ctx, idempotency: { id: ctx.idempotency?.id ?? '', fingerprint: 'corrected' } };
    const effect = async () => async () => 'done';
    expect(await units.runWithEffect(corrected, codec, { begin, effect })).toEqual({
      reply: 'done',
      replayed: false,
    });
  });

  it('stores no conflict with another request, so that a retry runs again', async () => {
    const ctx = keyed();
    const lose = async (): Promise<never> => Promise.reject(new ChangedMeanwhile('thing'));
    await expect(units.run(ctx, codec, lose)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await units.run(ctx, codec, async () => Promise.resolve('won'))).toEqual({
      reply: 'won',
      replayed: false,
    });
  });
});
