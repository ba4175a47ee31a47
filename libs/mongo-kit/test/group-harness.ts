import type { CommandStartedEvent } from 'mongodb';
import type { Model } from 'mongoose';
import { defineErrors } from '@outreach/errors';
import { createLogger, newId, systemClock, withCall, type CallContext } from '@outreach/service-kit';
import type { CommandOutcome } from '@outreach/service-kit/rpc';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, defineModel, runAsSystem, tenantSchema, type Mongo } from '../src/index.ts';
import { createUnits, type CommandStep, type Outbox, type Units } from '../src/units/index.ts';

export interface Thing {
  readonly _id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly count: number;
  readonly version: number;
}

const errors = defineErrors({
  taken: { kind: 'conflict', reason: 'taken', message: 'The name is taken.' },
  changed: { kind: 'conflict', reason: 'changed', message: 'Another request changed it.' },
});
const codec = {
  encode: (text: string) => Buffer.from(text),
  decode: (bytes: Buffer) => bytes.toString(),
  about: () => [],
};

/** Prepares a command; the returned function writes. */
export type Prepare = () => Promise<() => Promise<string>>;

/** Commands on a tenant collection, with faults that tests switch on. */
export interface GroupHarness {
  readonly mongo: Mongo;
  readonly units: Units;
  readonly things: Model<Thing>;
  /** The clock of the service runs this far ahead of the machine's clock. */
  readonly clock: { aheadMs: number };
  /** The error that every append of events throws. */
  readonly outbox: { failure: Error | undefined };
  readonly violations: string[];
  /** Commands sent to the server since the last reset, in order. */
  readonly commands: CommandStartedEvent[];
  onStep: (step: CommandStep) => Promise<void>;
  countOf(commandName: string): number;
  call(workspaceId?: string, overrides?: Partial<CallContext>): CallContext;
  keyed(workspaceId?: string, overrides?: Partial<CallContext>): CallContext;
  run(ctx: CallContext, prepare: Prepare): Promise<CommandOutcome<string>>;
  /** Creates a thing, or refuses when its name exists. */
  create(name: string): ReturnType<Prepare>;
  /** Increments the count of a thing and returns it. */
  increment(id: string): ReturnType<Prepare>;
  rows(): Promise<Thing[]>;
  events(): Promise<string[]>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startGroupHarness(): Promise<GroupHarness> {
  const violations: string[] = [];
  const mongo = connectMongo({
    uri: testMongoUri(),
    database: uniqueName('groups'),
    appName: 'test',
    logger: createLogger({ name: 'test', level: 'silent' }),
    onTenantViolation: (description) => violations.push(description),
  });
  const things = defineModel(mongo.connection, 'things', thingSchema());
  const clock = { aheadMs: 0, now: () => systemClock.now() + clock.aheadMs };
  const outbox = failingOutbox(mongo);
  const units = createUnits({
    connection: mongo.connection,
    outbox,
    serviceKey: Buffer.alloc(32, 7),
    clock,
    ids: newId,
    onStep: async (step) => harness.onStep(step),
  });
  await mongo.start();
  await units.createIndexes();
  await mongo.connection.createCollection('outbox');
  const commands: CommandStartedEvent[] = [];
  mongo.connection.getClient().on('commandStarted', (event) => commands.push(event));
  const harness: GroupHarness = {
    ...{ mongo, units, things, clock, outbox, violations, commands },
    onStep: async () => Promise.resolve(),
    countOf: (name) => commands.filter(({ commandName }) => commandName === name).length,
    call: (workspaceId = 'ws_1', overrides = {}) => testCall(workspaceId, overrides),
    keyed: (workspaceId = 'ws_1', overrides = {}) =>
      testCall(workspaceId, { idempotency: { id: newId('idem'), fingerprint: 'same' }, ...overrides }),
    run: async (ctx, prepare) => withCall(ctx, async () => units.runPrepared(ctx, codec, prepare)),
    ...commandsOn(units, things),
    rows: async () =>
      runAsSystem('a test reads all workspaces', async () =>
        mongo.connection.collection<Thing>('things').find().sort({ name: 1, workspace_id: 1 }).toArray(),
      ),
    events: async () => {
      const found = await mongo.connection.collection('outbox').find().toArray();
      return found.map(({ aggregate_id }) => String(aggregate_id));
    },
    reset: async () => {
      for (const name of ['things', 'outbox', 'idempotency']) {
        await mongo.connection.collection(name).deleteMany({});
      }
      Object.assign(clock, { aheadMs: 0 });
      outbox.failure = undefined;
      harness.onStep = async () => Promise.resolve();
      violations.length = 0;
      commands.length = 0;
    },
    stop: async () => mongo.stop(),
  };
  return harness;
}

function thingSchema() {
  const fields = { _id: String, name: String, count: Number, version: Number };
  return tenantSchema<Thing>(fields, [[{ workspace_id: 1, name: 1 }, { unique: true }]]);
}

function failingOutbox(mongo: Mongo): Outbox & { failure: Error | undefined } {
  const outbox: Outbox & { failure: Error | undefined } = {
    failure: undefined,
    append: async (events, session) => {
      if (outbox.failure !== undefined) throw outbox.failure;
      const rows = events.map(({ aggregate, workspace_id }) => ({
        aggregate_id: aggregate.id,
        workspace_id,
      }));
      await mongo.connection.collection('outbox').insertMany(rows, { session });
    },
    wakeRelay: () => undefined,
  };
  return outbox;
}

function commandsOn(units: Units, things: Model<Thing>): Pick<GroupHarness, 'create' | 'increment'> {
  const emit = (id: string, version: number): void =>
    units.events.emit({
      id: newId('evt'),
      type: 'thing.changed',
      workspace_id: 'ws_1',
      occurred_at: '2026-01-31T09:30:00.000Z',
      aggregate: { id, version },
      data: {},
      request_id: '',
      traceparent: '',
    });
  return {
    create: async (name) => {
      if ((await things.exists({ name })) !== null) throw errors.taken.make();
      return async () => {
        const _id = newId('thing');
        await units.writes.insert(things, [{ _id, name, count: 0, version: 1 }]);
        emit(_id, 1);
        return _id;
      };
    },
    increment: async (id) => {
      const found = await things.findOne({ _id: id }).lean<Thing>();
      if (found === null) throw errors.changed.make();
      const { version, count } = found;
      return async () => {
        const set = { count: count + 1, version: version + 1 };
        if (!(await units.writes.change(things, { filter: { _id: id, version }, set })))
          throw errors.changed.make();
        emit(id, version + 1);
        return String(count + 1);
      };
    },
  };
}
