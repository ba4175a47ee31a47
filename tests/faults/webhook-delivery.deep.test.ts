/** @alone It measures time. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { runAdmin } from '@outreach/dev/admin-command';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { request } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { watchEvents, type PublishedEvents } from './src/published-events.ts';
import { isLong, seededRandom } from './src/random.ts';
import {
  expectHistory,
  givenEndpoints,
  historyOf,
  startDeliveryReceiver,
} from './src/received-deliveries.ts';

jest.setTimeout(1_500_000);

const WORKSPACES = { killed: 0, broker: 1, poison: 2 } as const;
type Workspace = keyof typeof WORKSPACES;

/** A receiver takes some time for its response. */
const RESPONSE_MS_MAX = 20;
/** The shortest lease: deliveries of a dead worker are sent again after it. */
const LEASE_MS = 35_000;
const SETTLED = { timeoutMs: LEASE_MS + 120_000, pollMs: 250 };
/** A key may create 30 batches a minute. */
const RATE_LIMIT_ENDS = { timeoutMs: 120_000, pollMs: 2_000 };
const RATE_LIMITED = 429;
const WAIT = { timeoutMs: 60_000, pollMs: 2 };
/** Deaths of the webhooks process, at most this many for one kind. */
const DEATHS_MAX = 20;

const random = seededRandom('webhook-delivery');
const receiver = await sharedByTests(async () => startDeliveryReceiver(() => random() * RESPONSE_MS_MAX));
const faults = await sharedByTests(async () =>
  startFaultStack({
    workspaceCount: Object.keys(WORKSPACES).length,
    env: { DELIVERY_LEASE_MS: String(LEASE_MS) },
  }),
);
const mongo = await sharedByTests(async () => MongoClient.connect(faults.stack.mongodbUri));
const { baseUrl, natsUrl, ports } = faults.stack;

const keyOf = (workspace: Workspace): string => faults.keys[WORKSPACES[workspace]] ?? '';
const idOf = (workspace: Workspace): string => faults.workspaceIds[WORKSPACES[workspace]] ?? '';
const stored = (name: string) => mongo.db('outreach_webhooks').collection(name);
const print = (line: string): void => {
  process.stderr.write(`webhook-delivery: ${line}\n`);
};

/** The events of the workspace whose deliveries are interrupted. */
const published = await sharedByTests(async () =>
  watchEvents(natsUrl, { type: 'contact.created', workspaceId: idOf('killed') }),
);

async function createContacts(workspace: Workspace, { name, count }: { name: string; count: number }) {
  const contacts = Array.from({ length: count }, (_, at) => ({ email: `${name}-${at}@example.com` }));
  const call = { route: '/api/v1/contacts/bulk/', method: 'POST', key: keyOf(workspace), body: { contacts } };
  const { status, body } = await eventually(async () => {
    const answer = await request(baseUrl, call);
    if (answer.status === RATE_LIMITED) throw new Error(answer.text);
    return answer;
  }, RATE_LIMIT_ENDS);
  expect([status, body?.created]).toEqual([200, count]);
}

/** One event was published for each contact. Returns the ids of the events. */
function expectOneEventEach({ idsOf }: PublishedEvents, count: number): ReadonlySet<string> {
  expect(idsOf.size).toBe(count);
  expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  return new Set([...idsOf.values()].flatMap((ids) => [...ids]));
}

async function waitUntilReady(): Promise<void> {
  const url = `http://127.0.0.1:${ports.metrics.webhooks}/readyz`;
  await eventually(async () => expect((await fetch(url)).status).toBe(200), WAIT);
}

/** Ends the leases of dead processes: after a stop no process runs that has a lease. */
async function endLeases(): Promise<void> {
  await faults.stack.stopProcess('webhooks');
  await stored('deliveries').updateMany({ due_at: { $gt: new Date() } }, { $set: { due_at: new Date() } });
  await faults.stack.startProcess('webhooks');
}

/** Every event reached every path, doubled only under its own id, and every delivery is stored as successful. */
async function expectDelivered(
  workspace: Workspace,
  options: { paths: readonly string[]; ids: ReadonlySet<string> },
) {
  const { paths, ids } = options;
  await eventually(() => {
    const missing = paths.map((path) => ids.size - historyOf(receiver.received, path).byId.size);
    expect(missing).toEqual(paths.map(() => 0));
  }, SETTLED);
  const histories = paths.map((path) => historyOf(receiver.received, path));
  for (const history of histories) expectHistory(history, ids);
  const filter = { workspace_id: idOf(workspace), is_test: false };
  await eventually(async () => {
    const statuses = await stored('deliveries').distinct('status', filter);
    expect([statuses, await stored('deliveries').countDocuments(filter)]).toEqual([
      ['success'],
      ids.size * paths.length,
    ]);
  }, SETTLED);
  return histories.reduce((sum, { doubleCount }) => sum + doubleCount, 0);
}

describe('a killed webhooks process', () => {
  /** Half of them while events are stored, the others while requests wait for their responses. */
  const DEATHS = isLong ? 100 : 4;
  const EVENTS_PER_LIFE = isLong ? 100 : 50;
  const PATHS = isLong
    ? ['/killed-0', '/killed-1', '/killed-2', '/killed-3', '/killed-4']
    : ['/killed-0', '/killed-1'];
  const FAN_OUT_MS_MAX = 40;

  /** Kills the process a short time after the broker has received the events of a command. */
  async function killInFanOut(name: string): Promise<void> {
    const before = published.idsOf.size;
    const created = createContacts('killed', { name, count: EVENTS_PER_LIFE });
    await eventually(() => expect(published.idsOf.size).toBeGreaterThan(before), WAIT);
    await delay(random() * FAN_OUT_MS_MAX);
    faults.stack.kill('webhooks', 'SIGKILL');
    await created;
  }

  /** Kills the process while requests to endpoints wait for their responses. */
  async function killInExchange(name: string): Promise<void> {
    const at = receiver.received.length + 1 + Math.floor(random() * EVENTS_PER_LIFE);
    const killed = new Promise<void>((resolve) => {
      receiver.atNext(
        () => receiver.received.length >= at,
        () => {
          faults.stack.kill('webhooks', 'SIGKILL');
          resolve();
        },
      );
    });
    await createContacts('killed', { name, count: EVENTS_PER_LIFE });
    await killed;
  }

  it('delivers each event to each endpoint at least once, doubled only under the same id', async () => {
    await givenEndpoints(receiver, { baseUrl, key: keyOf('killed'), paths: PATHS }, ['contact.created']);
    let inFanOut = 0;
    let deaths = 0;
    while (deaths < DEATHS || (inFanOut === 0 && deaths < DEATHS_MAX)) {
      deaths += 1;
      await waitUntilReady();
      if (deaths % 2 === 0) await killInExchange(`life-${deaths}`);
      else await killInFanOut(`life-${deaths}`);
      const total = deaths * EVENTS_PER_LIFE;
      await eventually(() => expect(published.idsOf.size).toBe(total), WAIT);
      const known = await stored('events').countDocuments({ workspace_id: idOf('killed') });
      if (known < total) inFanOut += 1;
    }
    const ids = expectOneEventEach(published, deaths * EVENTS_PER_LIFE);
    await endLeases();
    const doubles = await expectDelivered('killed', { paths: PATHS, ids });
    expect(inFanOut).toBeGreaterThan(0);
    print(
      `${deaths} deaths, ${inFanOut} with events that were not stored yet; ${ids.size * PATHS.length} deliveries, ${doubles} doubled under the same id`,
    );
  });
});

describe('a broker that is killed in a loop', () => {
  const COMMANDS = isLong ? 40 : 3;
  const EVENTS_PER_COMMAND = isLong ? 1_000 : 300;
  const PATH = '/broker';
  const LIFE_MS_MAX = isLong ? 2_000 : 500;
  const BROKER_DEATHS_MAX = isLong ? 60 : 3;

  it('loses no event and publishes none twice', async () => {
    await givenEndpoints(receiver, { baseUrl, key: keyOf('broker'), paths: [PATH] }, ['contact.created']);
    const total = COMMANDS * EVENTS_PER_COMMAND;
    const countArrived = (): number => historyOf(receiver.received, PATH).byId.size;
    const creating = (async () => {
      for (let command = 0; command < COMMANDS; command += 1)
        await createContacts('broker', { name: `broker-${command}`, count: EVENTS_PER_COMMAND });
    })();
    let deaths = 0;
    while (countArrived() < total && deaths < BROKER_DEATHS_MAX) {
      await delay(random() * LIFE_MS_MAX);
      faults.stack.kill('nats', 'SIGKILL');
      deaths += 1;
    }
    await creating;
    expect(deaths).toBeGreaterThan(0);
    await eventually(() => expect(countArrived()).toBe(total), SETTLED);
    const events = await stored('events')
      .find({ workspace_id: idOf('broker') })
      .project<{ _id: string; aggregate_id: string }>({ aggregate_id: 1 })
      .toArray();
    expect(new Set(events.map(({ aggregate_id: id }) => id)).size).toBe(total);
    const ids = new Set(events.map(({ _id: id }) => id));
    expect(ids.size).toBe(total);
    const doubles = await expectDelivered('broker', { paths: [PATH], ids });
    print(`${deaths} deaths of the broker, ${total} events delivered, ${doubles} doubled under the same id`);
  });
});

describe('an event that cannot be handled', () => {
  const PATH = '/poison';
  /** Ten failures with pauses of 1 s to 60 s. */
  const PARKED = { timeoutMs: 420_000, pollMs: 1_000 };

  interface Letter {
    readonly id: string;
    readonly service: string;
    readonly event_id: string | null;
    readonly reason: string;
  }

  async function admin(...args: string[]) {
    const { code, stdout } = await runAdmin(args, (app) => faults.stack.environmentOf(app));
    expect(code).toBe(0);
    return JSON.parse(stdout);
  }

  const listLetters = async (): Promise<readonly Letter[]> =>
    (await admin('dead-letters', 'list')).dead_letters;

  const arrived = (contactId: string): boolean =>
    receiver.received.some(({ path, body }) => path === PATH && body.includes(contactId));

  async function givenContact(name: string): Promise<string> {
    const call = { route: '/api/v1/contacts/', method: 'POST', key: keyOf('poison') };
    return (await request(baseUrl, { ...call, body: { email: `${name}@example.com` } })).body.id;
  }

  async function changeContact(id: string): Promise<void> {
    const call = { route: `/api/v1/contacts/${id}/`, method: 'PATCH', key: keyOf('poison') };
    expect((await request(baseUrl, { ...call, body: { title: 'Captain' } })).status).toBe(200);
  }

  it('is put aside, listed and retried when it cannot be decoded, and later events arrive', async () => {
    await givenEndpoints(receiver, { baseUrl, key: keyOf('poison'), paths: [PATH] }, ['contact.updated']);
    const contactId = await givenContact('behind');
    const connection = await connect({ servers: natsUrl, waitOnFirstConnect: true });
    await connection.jetstream().publish('evt.contacts.contact.updated', 'no event');
    await connection.close();
    await changeContact(contactId);
    await eventually(() => expect(arrived(contactId)).toBe(true), SETTLED);
    const services = async (): Promise<string[]> =>
      (await listLetters()).map(({ service }) => service).toSorted();
    const letterCounts = async (): Promise<number[]> =>
      Promise.all(
        ['campaigns', 'webhooks'].map(async (app) =>
          mongo.db(`outreach_${app}`).collection('dead_letters').countDocuments(),
        ),
      );
    await eventually(async () => expect(await letterCounts()).toEqual([1, 1]), SETTLED);
    expect(await services()).toEqual(['campaigns', 'webhooks']);
    const [letter] = (await listLetters()).filter(({ service }) => service === 'webhooks');
    expect(letter).toMatchObject({ event_id: null, reason: expect.stringMatching(/./) });
    // A retry publishes the event again, for every consumer of its type.
    expect(await admin('dead-letters', 'retry', '--id', letter?.id ?? '')).toEqual({ retried: 1, failed: 0 });
    await eventually(async () => expect(await letterCounts()).toEqual([2, 1]), SETTLED);
    await stored('dead_letters').deleteMany({});
    await mongo.db('outreach_campaigns').collection('dead_letters').deleteMany({});
  });

  const parkAndRetry = async (): Promise<void> => {
    const [poisonId, behindId] = [await givenContact('poison'), await givenContact('later')];
    // The events of the creation are stored before the collection refuses events of the contact.
    await eventually(async () => {
      expect(await stored('events').countDocuments({ aggregate_id: poisonId })).toBe(1);
    }, SETTLED);
    const db = mongo.db('outreach_webhooks');
    await db.command({ collMod: 'events', validator: { aggregate_id: { $ne: poisonId } } });
    await changeContact(poisonId);
    await changeContact(behindId);
    await eventually(() => expect(arrived(behindId)).toBe(true), SETTLED);
    const [letter] = await eventually(async () => {
      const found = await listLetters();
      expect(found).toHaveLength(1);
      return found;
    }, PARKED);
    expect(letter).toMatchObject({ service: 'webhooks', source: 'webhooks-contacts' });
    expect(arrived(poisonId)).toBe(false);
    await db.command({ collMod: 'events', validator: {} });
    expect(await admin('dead-letters', 'retry', '--id', letter?.id ?? '')).toEqual({ retried: 1, failed: 0 });
    await eventually(() => expect(arrived(poisonId)).toBe(true), SETTLED);
    expect(await listLetters()).toEqual([]);
  };

  // The pauses between ten failures add up to four minutes.
  if (isLong) it('is put aside after ten failures, and delivered when an operator retries it', parkAndRetry);
});
