import { afterEach, describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { startDnsServer } from '@outreach/testing/dns-server';
import { answerStatus, startWebhookSink, type SinkAnswer } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createContact, newWorkspace, WAIT } from './given.ts';
import { startLoggedContacts } from './outbox-log.ts';
import { addDomains, endedJob, startVerification } from './verification-given.ts';

const TIMEOUT_MS = 3_000;

const sink = await sharedByTests(startWebhookSink);
const dns = await sharedByTests(startDnsServer);
addDomains(dns);
const settings = {
  VERIFICATION_TOKEN: 'verifier-secret',
  VERIFICATION_TIMEOUT_MS: String(TIMEOUT_MS),
  VERIFICATION_DNS_SERVERS: dns.address,
};
const contacts = await sharedByTests(async () =>
  startLoggedContacts({
    ...settings,
    VERIFICATION_URL: `${sink.url}/verify?v=1`,
    OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
  }),
);
const { client, log } = contacts;

afterEach(() => sink.clear());

const answerJson = (value: unknown): SinkAnswer =>
  answerStatus(200, { 'content-type': 'application/json' }, JSON.stringify(value));

const jobs = contacts.database.collection<{ _id: string; failures: number; due_at: Date }>('verifications');
const hurry = async (_id: string) => jobs.updateOne({ _id }, { $set: { due_at: new Date(0) } });

async function given(ctx: CallContext, count: number): Promise<string[]> {
  const created = Array.from({ length: count }, async (_, index) =>
    createContact(contacts, ctx, { email: `p${String(index)}@google.example` }),
  );
  return (await Promise.all(created)).map(({ id }) => id);
}

describe('the external server', () => {
  it.each(['valid', 'risky', 'catch_all', 'invalid'])(
    'sets the status %s, and DNS the mail provider',
    async (status) => {
      sink.answerWith(answerJson({ status }));
      const ctx = newWorkspace();
      const { id } = await createContact(contacts, ctx, { email: 'maria@google.example' });
      const { contact } = await client.verifyContact(ctx, { id });
      expect(contact).toMatchObject({ verification_status: status, mail_provider: 'google' });
      const [request, ...more] = sink.received;
      expect([request?.path, more]).toEqual(['/verify?v=1', []]);
      expect(request?.headers).toMatchObject({ authorization: 'Bearer verifier-secret' });
      expect(JSON.parse(request?.body ?? '')).toEqual({ email: 'maria@google.example' });
    },
  );

  it('leaves the mail provider as it is when DNS fails', async () => {
    sink.answerWith(answerJson({ status: 'valid' }));
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email: 'maria@broken.example' });
    const { contact } = await client.verifyContact(ctx, { id });
    expect([contact?.verification_status, contact?.mail_provider]).toEqual(['valid', undefined]);
  });

  const unusable: readonly (readonly [string, SinkAnswer])[] = [
    ['unknown', answerJson({ status: 'unknown' })],
    ['a status that does not exist', answerJson({ status: 'verified' })],
    ['no status', answerStatus(404)],
    ['a list', answerJson([])],
    ['401 for each attempt', answerStatus(401, { 'retry-after': '60' })],
    ['a body of 70 KB', answerJson({ status: 'valid', more: 'x'.repeat(70_000) })],
  ];

  it.each(unusable)('changes nothing when it answers %s', async (_name, answer) => {
    sink.answerWith(answer);
    const ctx = newWorkspace();
    const created = await createContact(contacts, ctx, { email: 'maria@google.example' });
    expect((await client.verifyContact(ctx, { id: created.id })).contact).toEqual(created);
  });

  it('is asked again after the pause that it asks for', async () => {
    const answers = [answerStatus(429, { 'retry-after': '1' }), answerJson({ status: 'valid' })];
    sink.answerWith((received, response) => answers.shift()?.(received, response));
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email: 'maria@google.example' });
    const { contact } = await client.verifyContact(ctx, { id });
    expect([contact?.verification_status, sink.received.length]).toEqual(['valid', 2]);
  });

  it('is not called at a private address unless the operator allows it', async () => {
    const url = `http://localhost:${new URL(sink.url).port}/`;
    const strict = await startLoggedContacts({ ...settings, VERIFICATION_URL: url });
    const ctx = newWorkspace();
    const created = await createContact(strict, ctx, { email: 'maria@google.example' });
    expect((await strict.client.verifyContact(ctx, { id: created.id })).contact).toEqual(created);
    expect(sink.received).toEqual([]);
    await strict.stop();
  });
});

describe('a job', () => {
  it('waits for the time that the server asks for while it answers no address, and fails after five attempts', async () => {
    sink.answerWith(answerStatus(503, { 'retry-after': '600' }));
    const ctx = newWorkspace();
    const job = await startVerification(contacts, ctx, { contact_ids: await given(ctx, 2) });
    for (let failures = 1; failures < 5; failures += 1) {
      await eventually(async () => {
        const found = await jobs.findOne({ _id: job.id });
        expect([found?.failures, Number(found?.due_at) > Date.now() + 500_000]).toEqual([failures, true]);
      }, WAIT);
      await hurry(job.id);
    }
    expect(await endedJob(contacts, ctx, job.id)).toMatchObject({
      status: 'failed',
      total: 2,
      processed: 0,
    });
  });

  it('counts an address without an answer as unknown when the server answers others', async () => {
    sink.answerWith((received, response) =>
      (received.body.includes('p0@')
        ? answerStatus(400, { 'retry-after': '60' })
        : answerJson({ status: 'valid' }))(received, response),
    );
    const ctx = newWorkspace();
    const job = await startVerification(contacts, ctx, { contact_ids: await given(ctx, 3) });
    const counts = { valid: 2, risky: 0, catch_all: 0, invalid: 0, unknown: 1 };
    expect(await endedJob(contacts, ctx, job.id)).toMatchObject({ processed: 3, counts });
  });

  it('stores each result and event once when another worker takes it over before the commit', async () => {
    const held: (() => void)[] = [];
    sink.answerWith((received, response) => {
      if (held.length < 2) held.push(() => answerJson({ status: 'invalid' })(received, response));
      else answerJson({ status: 'valid' })(received, response);
    });
    const ctx = newWorkspace();
    const job = await startVerification(contacts, ctx, { contact_ids: await given(ctx, 2) });
    await sink.waitFor(2);
    // The lease has ended, as if the worker had stood still.
    await jobs.updateOne({ _id: job.id }, { $set: { due_at: new Date(0), lease_token: null } as object });
    held.push(() => undefined);
    for (const answer of held) answer();
    const counts = { valid: 2, risky: 0, catch_all: 0, invalid: 0, unknown: 0 };
    expect(await endedJob(contacts, ctx, job.id)).toMatchObject({ processed: 2, counts });
    const events = (await log.of(ctx)).filter(({ type }) => type === 'contact.verified');
    expect(events.map(({ data }) => data['verification_status'])).toEqual(['valid', 'valid']);
  });

  it('stores nothing more after its cancellation, and cannot be canceled when it has ended', async () => {
    const held: (() => void)[] = [];
    sink.answerWith((received, response) => {
      held.push(() => answerJson({ status: 'invalid' })(received, response));
    });
    const ctx = newWorkspace();
    const [id = ''] = await given(ctx, 1);
    const created = await startVerification(contacts, ctx, { contact_ids: [id] });
    await sink.waitFor(1);
    const { job } = await client.cancelVerification(ctx, { id: created.id });
    expect(job).toMatchObject({ status: 'canceled', total: 1, processed: 0 });
    for (const answer of held) answer();
    await expect(client.cancelVerification(ctx, { id: created.id })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'invalid_transition',
    });
    expect((await client.getContact(ctx, { id })).contact).toMatchObject({
      verification_status: 'unverified',
    });
    await expect(client.cancelVerification(newWorkspace(), { id: created.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
