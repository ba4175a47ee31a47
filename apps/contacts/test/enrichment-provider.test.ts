import { afterEach, describe, expect, it } from '@jest/globals';
import type { ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import { eventually } from '@outreach/testing';
import { answerStatus, startWebhookSink, type SinkAnswer } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written, type ContactsUnderTest } from './contacts-harness.ts';
import { createContact, newWorkspace, WAIT } from './given.ts';
import { startLoggedContacts } from './outbox-log.ts';

const TIMEOUT_MS = 600;
const LEASE_MS = TIMEOUT_MS + 10_000;
const ATTEMPTS_MAX = 8;
const ERASE = new Set(['contacts:read', 'contacts:write', 'admin:gdpr']);

const sink = await sharedByTests(startWebhookSink);
const contacts = await sharedByTests(async () =>
  startLoggedContacts({
    ENRICHMENT_URL: `${sink.url}/people?v=1`,
    ENRICHMENT_TOKEN: 'provider-secret',
    ENRICHMENT_TIMEOUT_MS: String(TIMEOUT_MS),
    OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
  }),
);
const { log } = contacts;

afterEach(() => sink.clear());

const answerJson = (value: unknown): SinkAnswer =>
  answerStatus(200, { 'content-type': 'application/json' }, JSON.stringify(value));

/** A contact with a requested enrichment, in a new workspace. */
async function asked(values: Partial<ContactInput> = {}, under: ContactsUnderTest = contacts) {
  const ctx = newWorkspace();
  const { id } = await createContact(under, ctx, { email: 'maria@kestrel.example', ...values });
  await under.client.enrichContact(ctx, { id });
  return { ctx, id };
}

interface RequestRow {
  readonly _id: string;
  readonly due_at: Date;
  readonly attempts: number;
}

const requestOf = async (id: string, under: ContactsUnderTest = contacts) =>
  under.database.collection<RequestRow>('enrichment_requests').findOne({ _id: id });

const letterOf = async (id: string) =>
  contacts.database.collection<{ _id: string }>('dead_letters').findOne({ _id: `enrichment:${id}` });

/** Waits until the attempt with this number has failed; returns the delay of the next attempt. */
async function failed(id: string, attempts = 1, under: ContactsUnderTest = contacts): Promise<number> {
  return eventually(async () => {
    const request = await requestOf(id, under);
    const waitMs = Number(request?.due_at) - Date.now();
    expect(request?.attempts).toBe(attempts);
    // A claimed request is due again at the end of its lease.
    expect(waitMs > 7_000 && waitMs <= LEASE_MS).toBe(false);
    return waitMs;
  }, WAIT);
}

async function hurry(id: string): Promise<void> {
  await contacts.database
    .collection<{ _id: string }>('enrichment_requests')
    .updateOne({ _id: id }, { $set: { due_at: new Date(0) } });
}

async function done(id: string): Promise<void> {
  await eventually(async () => expect(await requestOf(id)).toBeNull(), WAIT);
}

describe('the external provider', () => {
  it('receives the identity of the contact and fills empty fields before the built-in provider', async () => {
    const linkedin_url = 'https://www.linkedin.com/in/maria';
    const company = { name: 'Kestrel', employee_count: 20, domain: 'kestrel.example' };
    const found = { title: 'VP Sales', phone: '+41 44', city: 'Bern', company, tags: ['x'], linkedin_url };
    sink.answerWith(answerJson(found));
    const { ctx, id } = await asked({ city: 'Zürich', country: 'Switzerland', phone: '+41 1' });
    await done(id);
    const { contact } = await contacts.client.getContact(ctx, { id });
    expect(contact).toMatchObject({
      is_enriched: true,
      title: 'VP Sales',
      seniority: 'vp',
      department: 'sales',
      time_zone: 'Europe/Zurich',
      city: 'Zürich',
      phone: '+41 1',
      linkedin_url,
      company,
      tags: [],
    });
    const [request, ...more] = sink.received;
    expect([request?.path, more]).toEqual(['/people?v=1', []]);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer provider-secret',
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      email: 'maria@kestrel.example',
      first_name: null,
      last_name: null,
      full_name: null,
      title: null,
      linkedin_url: null,
      city: 'Zürich',
      state: null,
      country: 'Switzerland',
      company: { name: null, domain: null },
    });
  });

  it.each([204, 404])(
    'is done with the contact when it answers %d, and the built-in provider fills the rest',
    async (status) => {
      sink.answerWith(answerStatus(status));
      const { ctx, id } = await asked({ title: 'CEO' });
      await done(id);
      const { contact } = await contacts.client.getContact(ctx, { id });
      expect(contact).toMatchObject({ is_enriched: true, seniority: 'c_suite' });
    },
  );

  const failures: readonly (readonly [string, SinkAnswer])[] = [
    ['500', answerStatus(500)],
    ['401', answerStatus(401)],
    ['garbage', answerStatus(200, {}, '<html>')],
    ['a list', answerJson([{ title: 'VP' }])],
    ['too much', answerJson({ title: 'VP', more: 'x'.repeat(70_000) })],
    ['nothing at all', () => undefined],
    ['a body that never ends', (_received, response) => void response.writeHead(200).write('{"title":')],
    ['a reset', (_received, response) => void response.destroy()],
    [
      'a redirect',
      (_received, response) => void response.writeHead(307, { location: `${sink.url}/else` }).end(),
    ],
  ];

  it.each(failures)(
    'is called again after a pause when it answers %s, and no event is emitted before',
    async (_name, answer) => {
      sink.answerWith(answer);
      const { ctx, id } = await asked({ title: 'CEO' });
      const waitMs = await failed(id);
      expect([waitMs > 3_000, waitMs < 6_100]).toEqual([true, true]);
      expect(sink.received.map(({ path }) => path)).toEqual(['/people?v=1']);
      expect((await log.of(ctx)).map(({ type }) => type)).toEqual(['contact.created']);
      sink.answerWith(answerJson({ city: 'Bern' }));
      await hurry(id);
      await done(id);
      expect((await log.of(ctx)).map(({ type }) => type)).toEqual(['contact.enriched']);
      const { contact } = await contacts.client.getContact(ctx, { id });
      expect(contact).toMatchObject({ city: 'Bern', seniority: 'c_suite' });
    },
  );

  it('is called no earlier than its retry-after time', async () => {
    sink.answerWith(answerStatus(429, { 'retry-after': '100' }));
    const { id } = await asked();
    const waitMs = await failed(id);
    expect([waitMs > 95_000, waitMs <= 100_000]).toEqual([true, true]);
  });
});

describe('a change during the call of the provider', () => {
  it('is kept and included in the one event', async () => {
    const pending: (() => void)[] = [];
    sink.answerWith((received, response) => {
      pending.push(() => answerJson({ title: 'CEO', city: 'Bern' })(received, response));
    });
    const { ctx, id } = await asked();
    await sink.waitFor(1);
    await contacts.client.updateContact(ctx, { id, ...written({ title: 'CTO' }) });
    for (const answer of pending) answer();
    await done(id);
    const { contact } = await contacts.client.getContact(ctx, { id });
    expect(contact).toMatchObject({ title: 'CTO', city: 'Bern' });
    const [, , enriched, ...more] = await log.of(ctx);
    expect(more).toEqual([]);
    expect(enriched).toMatchObject({ type: 'contact.enriched', data: { title: 'CTO', city: 'Bern' } });
  });

  it('is not overwritten by a worker whose claim was lost to a later request', async () => {
    const pending: (() => void)[] = [];
    sink.answerWith((received, response) => {
      if (pending.length > 0) answerJson({ city: 'Bern' })(received, response);
      pending.push(() => answerJson({ city: 'Thun' })(received, response));
    });
    const { ctx, id } = await asked();
    await sink.waitFor(1);
    await contacts.client.enrichContact(ctx, { id });
    await done(id);
    pending[0]?.();
    await eventually(async () => {
      const types = (await log.of(ctx)).map(({ type }) => type);
      expect(types.filter((type) => type === 'contact.enriched').length).toBeLessThan(2);
    });
    const { contact } = await contacts.client.getContact(ctx, { id });
    expect(contact?.city).toBe('Bern');
  });
});

describe('a request', () => {
  it('wakes the worker, so that it starts before the next poll', async () => {
    sink.answerWith(answerJson({ city: 'Bern' }));
    const woken: string[] = [];
    contacts.listenToWakeUps((collection) => woken.push(collection));
    const { id } = await asked();
    expect(woken).toContain('enrichment_requests');
    await done(id);
  });
});

describe('a contact whose attempts all fail', () => {
  it('becomes a dead letter with ids only, which an operator can retry', async () => {
    sink.answerWith(answerStatus(500));
    const { ctx, id } = await asked();
    for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt += 1) {
      await failed(id, attempt);
      await hurry(id);
    }
    await done(id);
    expect(sink.received).toHaveLength(ATTEMPTS_MAX);
    const letter = await letterOf(id);
    expect(letter).toMatchObject({
      source: 'enrichment',
      workspace_id: ctx.workspaceId,
      work: { workspace_id: ctx.workspaceId, id },
      reason: 'The provider answered 500.',
    });
    expect(JSON.stringify(letter)).not.toContain('kestrel');
    sink.answerWith(answerJson({ city: 'Bern' }));
    expect(await contacts.retryDeadLetters()).toEqual({ retried: 1, failed: 0 });
    await done(id);
    const { contact } = await contacts.client.getContact(ctx, { id });
    expect([contact?.city, await letterOf(id)]).toEqual(['Bern', null]);
  });

  it('leaves no dead letter after its erasure', async () => {
    sink.answerWith(answerStatus(500));
    const { ctx, id } = await asked();
    await failed(id);
    const requests = contacts.database.collection<{ _id: string }>('enrichment_requests');
    await requests.updateOne({ _id: id }, { $set: { attempts: ATTEMPTS_MAX, due_at: new Date(0) } });
    await done(id);
    expect(await letterOf(id)).not.toBeNull();
    await contacts.client.eraseContact({ ...ctx, scopes: ERASE }, { id, suppress: false });
    expect(await letterOf(id)).toBeNull();
  });
});

describe('a provider at a private address', () => {
  it('is not called unless the operator allows the address', async () => {
    const strict = await startContacts({
      ENRICHMENT_URL: `http://localhost:${new URL(sink.url).port}/`,
      ENRICHMENT_TIMEOUT_MS: String(TIMEOUT_MS),
    });
    const { id } = await asked({}, strict);
    expect(await failed(id, 1, strict)).toBeGreaterThan(3_000);
    expect(sink.received).toEqual([]);
    await strict.stop();
  });
});
