import { beforeEach, describe, expect, it } from '@jest/globals';
import { emailReplied } from '@outreach/contracts-campaigns/events';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import { newEvent, type DomainEvent } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';
import { aboutContact, eventually } from '@outreach/testing';
import { answerStatus, type ReceivedWebhook, type SinkAnswer } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  contactEvent,
  createEndpoint,
  deliveriesOf,
  newWorkspace,
  startWebhooks,
} from './webhooks-harness.ts';

const ADDRESS = 'maria@example.com';
/** Stored events of one contact; more than one step of an erasure. */
const MANY = 1_001;

const webhooks = await sharedByTests(startWebhooks);
let ws = '';

beforeEach(async () => {
  ws = newWorkspace();
  webhooks.sink.answerWith(answerStatus(200));
});

async function endpointAt(path: string) {
  const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}${path}` });
  webhooks.sink.clear();
  return endpoint.id;
}

function erasureOf({ workspace_id, aggregate }: DomainEvent): DomainEvent {
  return newEvent(contactDeleted, {
    id: newId('evt'),
    workspaceId: workspace_id,
    occurredAt: new Date(),
    aggregate: { id: aggregate.id, version: aggregate.version + 1 },
    data: { id: aggregate.id, hard: true },
  });
}

/** An `email.replied` of the contact of another event. */
function replyOf({ aggregate: { id } }: DomainEvent): DomainEvent {
  const contact = { id, email: ADDRESS };
  const data = { contact_email: ADDRESS, contact };
  return aboutContact(emailReplied, { workspaceId: ws, contactId: id, data });
}

/** Responds with the received body. */
function echo(status: number): SinkAnswer {
  return ({ body }, response) => {
    response.writeHead(status);
    response.end(body);
  };
}

/** Collections of the workspace's documents that contain the address, one entry per document. */
async function collectionsWithAddress(): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['events', 'deliveries', 'dead_letters', 'outbox', 'erasures']) {
    const documents = webhooks.database.collection(name).find({ workspace_id: ws });
    for await (const document of documents) if (JSON.stringify(document).includes(ADDRESS)) found.push(name);
  }
  return found.toSorted();
}

async function erased(event: DomainEvent): Promise<void> {
  await webhooks.publish(erasureOf(event));
  await eventually(async () => {
    const count = async (name: string) =>
      webhooks.database.collection(name).countDocuments({ workspace_id: ws });
    expect([await count('erasures'), await count('erasure_tasks')]).toEqual([1, 0]);
  });
}

/** Stores events of one contact without publishing them. Returns their ids in order. */
async function storeMany({ type, aggregate }: DomainEvent): Promise<string[]> {
  const ids = Array.from({ length: MANY }, () => newId('evt')).toSorted();
  const now = new Date();
  const stored = ids.map((_id, index) => ({
    _id,
    workspace_id: ws,
    sequence: -index - 1,
    type,
    aggregate_id: aggregate.id,
    occurred_at: now,
    body: JSON.stringify({ data: { email: ADDRESS } }),
    created_at: now,
  }));
  await webhooks.database.collection<{ _id: string }>('events').insertMany(stored);
  return ids;
}

/** Ids of the stored events of a contact that contain the address. */
async function idsWithAddress({ aggregate }: DomainEvent): Promise<string[]> {
  const open = { workspace_id: ws, aggregate_id: aggregate.id, body: { $regex: ADDRESS } };
  const found = webhooks.database.collection<{ _id: string }>('events').find(open).sort({ _id: 1 });
  return (await found.toArray()).map(({ _id }) => _id);
}

function dataOf({ body }: ReceivedWebhook): unknown {
  return JSON.parse(body).data;
}

describe('a hard delete of a contact', () => {
  it('removes the address from events and deliveries and keeps the outcome of each delivery', async () => {
    webhooks.sink.answerWith(echo(200));
    const endpointId = await endpointAt('/stored');
    const [event, other] = [contactEvent(ws), contactEvent(ws)];
    await webhooks.publish(event, other);
    await eventually(async () => {
      expect(await collectionsWithAddress()).toEqual(['deliveries', 'deliveries', 'events', 'events']);
    });
    await erased(event);
    expect(await collectionsWithAddress()).toEqual(['deliveries', 'events']);
    const log = await deliveriesOf(webhooks, ws, endpointId);
    expect(log.find(({ event_id }) => event_id === event.id)).toMatchObject({
      status: 'success',
      status_code: 200,
      response_body: undefined,
    });
    const stored = await webhooks.database.collection('events').find({ workspace_id: ws }).toArray();
    expect(stored.map(({ sequence }) => sequence).toSorted()).toEqual([1, 2, 3]);
  });

  it('removes the address from email events that arrive before or after the deletion', async () => {
    await endpointAt('/mail');
    const event = contactEvent(ws);
    const [before, after] = [replyOf(event), replyOf(event)];
    await webhooks.publish(before);
    await eventually(async () => expect(await collectionsWithAddress()).toEqual(['events']));
    await erased(event);
    await webhooks.publish(after);
    const stored = async () => {
      const found = webhooks.database.collection('events').find({ workspace_id: ws, type: before.type });
      return (await found.toArray()).map(({ body }) => JSON.parse(String(body)).data);
    };
    const gone = { id: event.aggregate.id, hard: true };
    await eventually(async () => expect(await stored()).toEqual([gone, gone]));
    expect(await collectionsWithAddress()).toEqual([]);
  });

  it('reduces the body of a retry to the id', async () => {
    const endpointId = await endpointAt('/retried');
    webhooks.sink.answerWith(echo(500));
    const event = contactEvent(ws);
    await webhooks.publish(event);
    await eventually(async () => expect(await collectionsWithAddress()).toEqual(['deliveries', 'events']));
    webhooks.sink.answerWith(answerStatus(200));
    await erased(event);
    expect(await collectionsWithAddress()).toEqual([]);
    await webhooks.makeRetriesDue(endpointId);
    const received = await webhooks.sink.waitFor(2, '/retried');
    expect(received.map(dataOf)).toEqual([event.data, { id: event.aggregate.id, hard: true }]);
    expect(received[1]?.headers['webhook-id']).toBe(event.id);
  });

  it('drops the result of an attempt in progress and sends the delivery again without the address', async () => {
    await endpointAt('/hanging');
    const responses: (() => void)[] = [];
    webhooks.sink.answerWith((received, response) => {
      responses.push(() => echo(200)(received, response));
    });
    const event = contactEvent(ws);
    await webhooks.publish(event);
    await webhooks.sink.waitFor(1, '/hanging');
    await erased(event);
    const received = await webhooks.sink.waitFor(2, '/hanging');
    expect(received.map(dataOf)).toEqual([event.data, { id: event.aggregate.id, hard: true }]);
    for (const respond of responses) respond();
    await eventually(async () => {
      const stored = await webhooks.database.collection('deliveries').findOne({ event_id: event.id });
      expect(stored).toMatchObject({ status: 'success', lease_token: null });
    });
    expect(await collectionsWithAddress()).toEqual([]);
  });
});

describe('a hard delete of a contact with many events', () => {
  it('removes the address in several steps while events of others are delivered', async () => {
    await endpointAt('/many');
    const event = contactEvent(ws);
    await storeMany(event);
    await Promise.all([erased(event), webhooks.publish(contactEvent(ws))]);
    await webhooks.sink.waitFor(1, '/many');
    expect(await idsWithAddress(event)).toEqual([]);
  });

  it('continues after a crash', async () => {
    await endpointAt('/interrupted');
    const [event, another] = [contactEvent(ws), contactEvent(ws)];
    await storeMany(event);
    // The state after a killed worker: its lease has ended without a renewal.
    const interrupted = {
      _id: event.aggregate.id,
      workspace_id: ws,
      due_at: new Date(),
      lease_token: 'lease_dead',
      attempts: 1,
    };
    await webhooks.database.collection<{ _id: string }>('erasure_tasks').insertOne(interrupted);
    webhooks.wake('erasure_tasks');
    await erased(another);
    expect(await idsWithAddress(event)).toEqual([]);
  });
});

describe('an event of an erased contact', () => {
  it('is sent with the id only and takes the next sequence number', async () => {
    await endpointAt('/late');
    const event = contactEvent(ws);
    await erased(event);
    await webhooks.publish(event);
    const [received] = await webhooks.sink.waitFor(1, '/late');
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      id: event.id,
      type: event.type,
      data: { id: event.aggregate.id, hard: true },
    });
    expect(received?.headers['webhook-sequence']).toBe('1');
    expect(await collectionsWithAddress()).toEqual([]);
  });

  it('is deleted from the dead letters, readable or not', async () => {
    await endpointAt('/letters');
    const [event, other] = [contactEvent(ws), contactEvent(ws)];
    const letters = webhooks.database.collection<{ _id: string; event: unknown; raw: unknown }>(
      'dead_letters',
    );
    const letter = { workspace_id: ws, source: 'webhooks-contacts', subject: 'evt', reason: 'x' };
    const raw = (broken: DomainEvent) => Buffer.from(JSON.stringify(broken).slice(1));
    await erased(event);
    await letters.insertMany([
      { _id: newId('dl'), ...letter, event, raw: null },
      { _id: newId('dl'), ...letter, event: null, raw: raw(event) },
      { _id: newId('dl'), ...letter, event: null, raw: raw(other) },
    ]);
    const left = async () => letters.countDocuments({ workspace_id: ws });
    await webhooks.withJob('erase-dead-letters', async () => {
      await eventually(async () => expect(await left()).toBe(1));
    });
  });
});
