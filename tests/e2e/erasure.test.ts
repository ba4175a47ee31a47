import { describe, expect, it, jest } from '@jest/globals';
import { emailBounced, emailReplied, emailSent } from '@outreach/contracts-campaigns/events';
import { inboxMessageReceived } from '@outreach/contracts-campaigns/inbox-events';
import { enrollmentEnrolled } from '@outreach/contracts-campaigns/internal-events';
import { MongoClient } from 'mongodb';
import { newId } from '@outreach/service-kit';
import { aboutContact, eventLike, eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startCampaignsPublisher } from './campaigns-publisher.ts';
import { makeDeliveriesDue } from './due-deliveries.ts';
import { useSharedStack } from './stack-harness.ts';
import { collectionsWith } from './stored-records.ts';

const START_MS = 180_000;
/** An erased contact is gone from all databases within this time. */
const ERASED_MS = 60_000;
const POLL_MS = 250;
/** Created, changed four times, deleted, restored, replied, deleted hard; and a reply that is published too late. */
const EVENT_COUNT = 10;
/** On the timeline: three events of its mail, and the stop of its enrollment by the first deletion. */
const TIMELINE_COUNT = 4;
const MAIL_COLLECTIONS = ['contacts.engagement_events', 'contacts.dead_letters', 'webhooks.dead_letters'];

const LOCAL_PART = 'zenobia.quartermaine';
const EMAIL = `${LOCAL_PART}@palmyra.example`;
const SECRETS = [LOCAL_PART, 'Zenobia', 'Quartermaine', 'zenobia', 'quartermaine'];

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));
const publisher = await sharedByTests(async () => startCampaignsPublisher(running.stack));
/** Time after which no delivery contains the contact. */
let erasedAtMs = 0;
let failingEndpointId = '';

async function call(method: string, route: string, ...[body, key]: [body?: object, key?: string]) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return running.call(method, `/api/v1/${route}`, { headers, ...(body === undefined ? {} : { body }) });
}

/** A message of the contact, as the event of the inbox has it. */
function inboxDataOf(contactId: string): object {
  const { thread, message } = inboxMessageReceived.example;
  const contact = { id: contactId, email: EMAIL, first_name: 'Zenobia', last_name: 'Quartermaine' };
  return { thread: { ...thread, contact }, message: { ...message, from: { name: 'Zenobia', email: EMAIL } } };
}

/** Events about the contact's mail, with its address and its name. The last one does not fit its schema. */
function mailOf(contactId: string, workspaceId: string) {
  const contact = { id: contactId, email: EMAIL };
  const data = { contact, contact_email: EMAIL, subject: 'A question, Zenobia' };
  const reply = { intent: 'interested', snippet: 'Kind regards, Zenobia Quartermaine' };
  const about = { workspaceId, contactId };
  return [
    aboutContact(enrollmentEnrolled, about),
    aboutContact(emailSent, { ...about, data }),
    aboutContact(emailReplied, { ...about, data: { ...data, reply } }),
    aboutContact(emailBounced, { ...about, data: { ...data, bounce: 'back to Zenobia' } }),
    eventLike(inboxMessageReceived, { workspaceId, data: inboxDataOf(contactId) }),
  ];
}

/** Stores an enrollment of the contact in the database of the campaigns service. */
async function enroll(contactId: string, workspaceId: string): Promise<void> {
  const at = new Date();
  const enrollments = mongo.db('outreach_campaigns').collection<{ _id: string }>('enrollments');
  await enrollments.insertOne({
    ...{ _id: newId('enr'), workspace_id: workspaceId, contact_id: contactId, contact_email: EMAIL },
    ...{ campaign_id: newId('cmp'), sequence_id: newId('seq'), status: 'active', source: 'filter' },
    ...{ current_step: 0, steps_total: 1, next_step: 1, sent_count: 0, enrolled_at: at, updated_at: at },
    ...{ opened: false, replied: false, bounced: false, version: 1, sending_account_id: null },
  });
  const { status, body } = await call('GET', `contacts/${contactId}/enrollments/?status=active`);
  expect([status, body.data]).toMatchObject([200, [{ contact_id: contactId, contact_email: EMAIL }]]);
}

interface Row {
  readonly [field: string]: unknown;
  readonly _id: string;
}

/** Stores a conversation with the contact in the database of the campaigns service. */
async function storeThread(contactId: string, workspaceId: string): Promise<void> {
  const database = mongo.db('outreach_campaigns');
  const own = { workspace_id: workspaceId, contact_id: contactId };
  const [threadId, messageId, at] = [newId('thr'), newId('msg'), new Date()];
  const insert = async (collection: string, row: Row): Promise<unknown> =>
    database.collection<Row>(collection).insertOne(row);
  await insert('inbox_threads', {
    ...{ _id: threadId, ...own, contact_email: EMAIL, first_name: 'Zenobia', last_name: 'Quartermaine' },
    ...{ subject: 'A question, Zenobia', snippet: 'Kind regards, Zenobia', tokens: ['zenobia'] },
    ...{ campaign_id: newId('cmp'), enrollment_id: newId('enr'), sending_account_id: newId('acc') },
    ...{ intent: 'interested', intent_source: 'auto', intent_message_id: messageId, status: 'open' },
    ...{ unread: true, message_count: 1, last_message_at: at, created_at: at, version: 1 },
  });
  const attachments = [{ file_name: 'quartermaine.pdf', content_type: 'application/pdf', size: 1 }];
  const from = { name: 'Zenobia', email: EMAIL };
  await insert('inbox_messages', {
    ...{ _id: messageId, ...own, thread_id: threadId, direction: 'in', from, to: [EMAIL], cc: [EMAIL] },
    ...{ subject: 'Re: Zenobia', message_id: EMAIL, attachments, status: 'received', at },
  });
}

/** Stores the text of a message: not sealed, so that its erasure is seen. */
async function storeBody(contactId: string, workspaceId: string): Promise<void> {
  const own = { _id: newId('msg'), workspace_id: workspaceId, contact_id: contactId };
  const expires_at = new Date(Date.now() + START_MS);
  const bodies = mongo.db('outreach_campaigns').collection<Row>('inbox_bodies');
  await bodies.insertOne({ ...own, sealed_body: Buffer.from(EMAIL), expires_at });
}

/** Copies that the personal data leaves out. */
const COPY = 'copy';
/** The list of the personal data that shows the documents of a collection. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  'outreach_contacts.contacts': 'contact',
  'outreach_contacts.engagement_events': 'timeline',
  'outreach_contacts.suppressions': 'suppressions',
  'outreach_contacts.idempotency': COPY,
  'outreach_contacts.outbox': COPY,
  'outreach_contacts.dead_letters': COPY,
  'outreach_campaigns.enrollments': 'enrollments',
  'outreach_campaigns.inbox_threads': 'threads',
  'outreach_campaigns.inbox_messages': 'threads',
  'outreach_campaigns.inbox_bodies': 'threads',
  'outreach_webhooks.events': 'events',
  'outreach_webhooks.deliveries': 'events',
  'outreach_webhooks.dead_letters': COPY,
};

/** Each collection with data of the contact is in the table, and its list names the contact. */
async function expectShown(id: string): Promise<void> {
  const found = await call('GET', `contacts/${id}/personal-data/`);
  expect([found.status, found.body.contact.id]).toEqual([200, id]);
  const lists = Object.keys(found.body).filter((list) =>
    SECRETS.some((secret) => JSON.stringify(found.body[list]).includes(secret)),
  );
  for (const collection of await collectionsWith(mongo, SECRETS)) {
    const list = SHOWN_BY[collection];
    expect([collection, list]).toEqual([collection, expect.any(String)]);
    if (list !== COPY) expect(lists).toContain(list);
  }
  expect(found.body.events.flatMap(({ deliveries }: { deliveries: object[] }) => deliveries)).not.toEqual([]);
}

/** Creates a contact and records of every kind about it. */
async function liveContact(): Promise<{ readonly id: string; readonly workspaceId: string }> {
  const names = { email: EMAIL, first_name: 'Zenobia', last_name: 'Quartermaine' };
  const created = await call('POST', 'contacts/', names, 'erased-create');
  expect(created.status).toBe(201);
  const { id, workspace_id: workspaceId } = created.body;
  await publisher.publish(...mailOf(id, workspaceId));
  await enroll(id, workspaceId);
  await storeThread(id, workspaceId);
  const done = [
    await call('PATCH', `contacts/${id}/`, { title: 'Queen' }),
    await call('POST', `contacts/${id}/tags/`, { add: ['royal'] }, 'erased-tags'),
    await call('POST', 'contacts/bulk/', { contacts: [{ ...names, title: 'Empress' }] }, 'erased-bulk'),
    await call('DELETE', `contacts/${id}/`, { deletion_reason: 'a mistake' }),
    await call('POST', `contacts/${id}/restore/`, undefined, 'erased-restore'),
    await call('PATCH', `contacts/${id}/`, { city: 'Palmyra' }),
    await call('POST', 'suppressions/', { type: 'email', value: EMAIL, reason: 'do_not_contact' }),
    await call('POST', 'segments/', { name: 'Royals', segment_type: 'static', contact_ids: [id] }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201, 201]);
  return { id, workspaceId };
}

async function createEndpoints() {
  // These receivers answer with the body that they got. The delivery log stores it.
  sink.answerWith(({ body, path }, response) => {
    if (path === '/failing') response.statusCode = 500;
    response.end(body);
  });
  for (const path of ['/echoing', '/failing']) {
    const own = ['contact.created', 'contact.updated', 'contact.deleted', 'contact.restored'];
    const event_subscriptions = [...own, 'email.replied'];
    const hook = { name: path, url: `${sink.url}${path}`, event_subscriptions };
    const created = await call('POST', 'webhooks/', hook);
    expect(created.status).toBe(201);
    if (path === '/failing') failingEndpointId = created.body.id;
  }
  sink.clear();
}

const bodiesAt = (path: string) => sink.received.filter((one) => one.path === path).map(({ body }) => body);

describe('a hard delete', () => {
  it('removes the contact from all databases within 60 seconds, and requests about it answer 404', async () => {
    await createEndpoints();
    const { id, workspaceId } = await liveContact();
    const received = (count: number) =>
      eventually(
        () => {
          const ids = new Set(bodiesAt('/echoing').map((body) => JSON.parse(body).id));
          expect(ids.size).toBe(count);
        },
        { timeoutMs: ERASED_MS },
      );
    await received(EVENT_COUNT - 2);
    const timeline = async () => call('GET', `contacts/${id}/events/`);
    await eventually(async () => expect((await timeline()).body.data).toHaveLength(TIMELINE_COUNT));
    const withMail = expect.arrayContaining(MAIL_COLLECTIONS.map((name) => `outreach_${name}`));
    await eventually(async () => expect(await collectionsWith(mongo, SECRETS)).toEqual(withMail), {
      timeoutMs: ERASED_MS,
      pollMs: POLL_MS,
    });

    await expectShown(id);
    await storeBody(id, workspaceId);

    const reason = { deletion_reason: 'Article 17' };
    const erased = await call('DELETE', `contacts/${id}/?hard=true`, reason);
    const retention_log_id = expect.stringMatching(/^ret_/);
    expect(erased).toMatchObject({ status: 200, body: { id, deleted: true, hard: true, retention_log_id } });
    await eventually(async () => expect(await collectionsWith(mongo, SECRETS)).toEqual([]), {
      timeoutMs: ERASED_MS,
      pollMs: POLL_MS,
    });
    await received(EVENT_COUNT - 1);
    await publisher.publish(...mailOf(id, workspaceId));
    await received(EVENT_COUNT);
    erasedAtMs = Date.now();

    const names = { email: EMAIL, first_name: 'Zenobia', last_name: 'Quartermaine' };
    const gone = [
      await call('GET', `contacts/${id}/`),
      await timeline(),
      await call('GET', `contacts/${id}/enrollments/`),
      await call('GET', `contacts/${id}/personal-data/`),
      await call('PATCH', `contacts/${id}/`, { title: 'CEO' }),
      await call('DELETE', `contacts/${id}/`),
      await call('DELETE', `contacts/${id}/?hard=true`),
      await call('POST', `contacts/${id}/restore/`),
      await call('POST', 'contacts/', names, 'erased-create'),
      await call('POST', `contacts/${id}/tags/`, { add: ['royal'] }, 'erased-tags'),
      await call('POST', 'contacts/bulk/', { contacts: [{ ...names, title: 'Empress' }] }, 'erased-bulk'),
      await call('POST', `contacts/${id}/restore/`, undefined, 'erased-restore'),
    ];
    expect(gone.map(({ status, body }) => [status, body.error.code])).toEqual(
      gone.map(() => [404, 'not_found']),
    );

    const checked = await call('POST', 'suppressions/check/', { emails: [EMAIL] });
    expect(checked.body.results).toMatchObject([{ suppressed: true, reason: 'do_not_contact' }]);
    const logs = await call('GET', 'retention-logs/');
    expect(logs.body).toMatchObject({
      data: [{ id: erased.body.retention_log_id, contact_id: id, reason: reason.deletion_reason }],
      meta: { next_cursor: null, has_more: false },
    });
    const list = await call('GET', 'contacts/?include_deleted=true');
    expect(list.body.data).toEqual([]);
  });

  it('is published with the id alone, and retries of earlier events carry the id alone', async () => {
    const retried = () =>
      sink.received.filter(({ path, receivedAtMs }) => path === '/failing' && receivedAtMs > erasedAtMs);
    await eventually(
      async () => {
        await makeDeliveriesDue(mongo, { endpointId: failingEndpointId });
        expect(new Set(retried().map(({ headers }) => headers['webhook-id'])).size).toBe(EVENT_COUNT);
      },
      { timeoutMs: ERASED_MS, pollMs: POLL_MS },
    );
    const data = retried().map(({ body }) => JSON.parse(body).data);
    expect(data).toEqual(data.map(() => ({ id: expect.stringMatching(/^ct_/), hard: true })));
  });

  it('leaves nothing of what was published later, but for the dead letters that jobs remove', async () => {
    await eventually(
      async () => {
        const found = await collectionsWith(mongo, SECRETS);
        expect(found.filter((name) => !name.endsWith('.dead_letters'))).toEqual([]);
      },
      { timeoutMs: ERASED_MS, pollMs: POLL_MS },
    );
  });
});
