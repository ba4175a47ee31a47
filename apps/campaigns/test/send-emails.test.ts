import { connect, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { eventually, freePort } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { simpleParser } from 'mailparser';
import { openRendering } from '../src/sends/index.ts';
import { messageIdOf, newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const KEY = Buffer.alloc(32, 3);
const service = await sharedByTests(async () => startSending({ SERVICE_KEY: KEY.toString('base64') }));
const sink = await sharedByTests(async () => startMailSink());

const WAIT = { timeoutMs: 10_000 };

const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email));

async function ended(workspace: SendingWorkspace, id: string, status: string) {
  return eventually(async () => {
    const send = await workspace.readSend(id);
    expect(send.status).toBe(status);
    return send;
  }, WAIT);
}

/** A server that admits one connection to the sink and refuses all further ones. */
async function refuseFurtherConnections() {
  let connectionCount = 0;
  const server = createServer((socket) => {
    connectionCount += 1;
    if (connectionCount > 1) {
      socket.end('421 4.3.2 Too many connections\r\n');
      return;
    }
    const upstream = connect(sink.port, '127.0.0.1');
    for (const one of [socket, upstream]) one.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, connectionCount: () => connectionCount, [Symbol.dispose]: () => void server.close() };
}

/** Sends an email, and then one that gets a reply of 421. Returns when the reply is recorded. */
async function sendRefused(workspace: SendingWorkspace): Promise<void> {
  const { id: first } = await workspace.planNew();
  await ended(workspace, first, 'delivered');
  const enrollment = await workspace.addEnrollment();
  const text = '4.7.0 Too many messages';
  sink.replies.set(enrollment.contact_email ?? '', { at: 'recipient', code: 421, text });
  const id = await workspace.plan(enrollment);
  await eventually(async () => {
    expect(await workspace.readSend(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      smtp_code: 421,
      enhanced_code: '4.7.0',
      error: 'The server refused the email for now (421 4.7.0).',
    });
  });
}

describe('sending', () => {
  it('sends a due email and records the acceptance', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const { id, email, enrollment } = await workspace.planNew();
    const send = await ended(workspace, id, 'delivered');
    expect(send).toMatchObject({
      attempts: 1,
      message_id: messageIdOf(id),
      subject: 'A question',
      smtp_code: 250,
      due_at: null,
      lease_token: null,
    });
    const [mail] = mailsTo(email);
    const parsed = await simpleParser(mail?.source ?? '');
    expect(parsed.messageId).toBe(send.message_id);
    expect(parsed.from?.value).toEqual([{ name: 'Jörg from Sales', address: workspace.from }]);
    expect(parsed.subject).toBe('A question');
    expect(parsed.html).toBe('<p>Hello</p>');
    expect(parsed.text).toBe('Hello');
    expect(parsed.headers.get('list-unsubscribe-post')).toBeUndefined();
    expect(mail?.source).toMatch(/^List-Unsubscribe: <http:\/\/127\.0\.0\.1:8080\/u\/\S+>\r$/m);
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({
      status: 'completed',
      sent_count: 1,
    });
    await eventually(() => {
      const types = service.published.filter(({ aggregate }) => aggregate.id === id).map(({ type }) => type);
      expect(types).toEqual(['email.sent', 'email.delivered']);
    });
  });

  it('keeps the version and the sealed values of the variables that the bodies name', async () => {
    const body = '<p>Hello {{ contact.first_name }}</p>';
    const workspace = await newSendingWorkspace(service, {
      sink,
      steps: [{ body_html: body, body_text: null }],
    });
    const { id, email } = await workspace.planNew();
    const { sealed_rendering: sealed, sequence_version: version } = await ended(workspace, id, 'delivered');
    const [mail] = mailsTo(email);
    expect((await simpleParser(mail?.source ?? '')).html).toBe('<p>Hello Maria</p>');
    const bytes = sealed ?? Buffer.alloc(0);
    expect(JSON.stringify(bytes)).not.toContain('Maria');
    expect(openRendering(createSealer(KEY), bytes).values).toEqual({
      contact: { first_name: 'Maria' },
    });
    const rows = service.database.collection<{ _id: string }>('sequence_versions');
    expect(await rows.findOne({ _id: `${workspace.sequence.id}:${version}` })).toMatchObject({
      workspace_id: workspace.workspaceId,
      replaced_at: null,
      steps: [{ body_html: body }],
    });
  });

  it('records the acceptance of an email whose enrollment has changed during the dialog', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const enrollment = await workspace.addEnrollment();
    const email = enrollment.contact_email ?? '';
    const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
    sink.replies.set(email, { at: 'delay', until });
    const id = await workspace.plan(enrollment);
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    await service.database
      .collection<{ _id: string }>('enrollments')
      .updateOne({ _id: enrollment.id }, { $set: { opened: true }, $inc: { version: 1 } });
    release(undefined);
    await ended(workspace, id, 'delivered');
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({
      opened: true,
      status: 'completed',
      sent_count: 1,
    });
  });

  it('sends the emails of an account over one connection', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const before = sink.connectionCount;
    const planned = await Promise.all(Array.from({ length: 20 }, async () => workspace.planNew()));
    for (const { id } of planned) await ended(workspace, id, 'delivered');
    expect(planned.map(({ email }) => mailsTo(email).length)).toEqual(planned.map(() => 1));
    expect(sink.connectionCount - before).toBe(1);
  });

  it('continues the conversation in a follow-up', async () => {
    const workspace = await newSendingWorkspace(service, {
      sink,
      steps: [{ subject: 'Hello {{ contact.first_name }}' }, {}],
    });
    const { id, email, enrollment } = await workspace.planNew();
    const first = await ended(workspace, id, 'delivered');
    const second = await workspace.plan(enrollment, { step_number: 2 });
    await ended(workspace, second, 'delivered');
    const parsed = await simpleParser(mailsTo(email)[1]?.source ?? '');
    expect(parsed.subject).toBe('Re: Hello Maria');
    expect(parsed.inReplyTo).toBe(first.message_id);
    expect(parsed.references).toBe(first.message_id);
  });

  it('records a refusal of the recipient as a bounce and sends no further step', async () => {
    const workspace = await newSendingWorkspace(service, { sink, steps: [{}, {}] });
    const enrollment = await workspace.addEnrollment();
    const other = await workspace.addEnrollment();
    const email = enrollment.contact_email ?? '';
    sink.replies.set(email, { at: 'recipient', code: 550, text: '5.1.1 User unknown' });
    const before = sink.connectionCount;
    const next = await workspace.plan(other, { due_at: null });
    const id = await workspace.plan(enrollment);
    expect(await ended(workspace, id, 'bounced')).toMatchObject({
      bounce_classification: 'invalid_mailbox',
      bounce_type: 'hard',
      smtp_code: 550,
      enhanced_code: '5.1.1',
    });
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({
      status: 'stopped',
      stop_reason: 'bounced',
    });
    await workspace.makeDue(next);
    await ended(workspace, next, 'delivered');
    expect(sink.connectionCount - before).toBe(1);
  });

  it('does not suppress the recipient when the server refuses the sender', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    sink.senderReplies.set(workspace.from, { code: 550, text: '5.1.0 Sender rejected' });
    const { id } = await workspace.planNew();
    expect(await ended(workspace, id, 'bounced')).toMatchObject({
      bounce_classification: 'policy_block',
      bounce_type: 'block',
    });
  });

  it.each(['recipient', 'content'] as const)(
    'tries again a minute after a temporary refusal of the %s',
    async (at) => {
      const workspace = await newSendingWorkspace(service, { sink });
      const enrollment = await workspace.addEnrollment();
      const email = enrollment.contact_email ?? '';
      sink.replies.set(email, { at, code: 451, text: '4.7.1 Greylisted' });
      const id = await workspace.plan(enrollment);
      const deferred = await eventually(async () => {
        const send = await workspace.readSend(id);
        expect(send.smtp_code).toBe(451);
        return send;
      });
      expect(deferred).toMatchObject({ status: 'queued', attempts: 1, enhanced_code: '4.7.1' });
      expect((deferred.due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
      sink.replies.delete(email);
      await workspace.makeDue(id);
      expect(await ended(workspace, id, 'delivered')).toMatchObject({ attempts: 2, error: null });
      expect(mailsTo(email)).toHaveLength(1);
    },
  );

  it('tries a new connection before it records a reply that closes the connection', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const before = sink.connectionCount;
    await sendRefused(workspace);
    expect(sink.connectionCount - before).toBe(2);
  });

  it('records a reply that closes the connection when the new connection is refused', async () => {
    using server = await refuseFurtherConnections();
    const workspace = await newSendingWorkspace(service, { sink: { ...sink, port: server.port } });
    await sendRefused(workspace);
    expect(server.connectionCount()).toBe(2);
  });

  it('gives up after the last retry', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const enrollment = await workspace.addEnrollment();
    sink.replies.set(enrollment.contact_email ?? '', {
      at: 'content',
      code: 452,
      text: '4.2.2 Mailbox full',
    });
    const id = await workspace.plan(enrollment, {
      attempts: 5,
      error: 'The server refused the email for now.',
    });
    expect(await ended(workspace, id, 'bounced')).toMatchObject({
      attempts: 6,
      bounce_classification: 'mailbox_full',
      bounce_type: 'soft',
    });
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({ stop_reason: 'send_failed' });
  });

  it('fails an email whose template cannot be rendered', async () => {
    const workspace = await newSendingWorkspace(service, {
      sink,
      steps: [{ subject: 'x'.repeat(2_000), body_html: '<p>Hello</p>' }],
    });
    const { id, enrollment } = await workspace.planNew();
    const send = await ended(workspace, id, 'failed');
    expect(send.error).toBe(
      'A template cannot be rendered. steps[0].subject: the subject has more than 998 characters',
    );
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({ stop_reason: 'send_failed' });
  });

  it('sends once more when the server did not answer, under the same Message-ID, and only once', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const enrollment = await workspace.addEnrollment();
    const email = enrollment.contact_email ?? '';
    sink.replies.set(email, { at: 'drop_after' });
    const id = await workspace.plan(enrollment);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ status: 'queued', unknown_count: 1, attempts: 1 });
    });
    await workspace.makeDue(id);
    expect(await ended(workspace, id, 'failed')).toMatchObject({ unknown_count: 2 });
    const messageIds = mailsTo(email).map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(messageIds).toEqual([messageIdOf(id), messageIdOf(id)]);
  });

  it('sends again what a dead worker has claimed, after the end of its lease', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const { id, email } = await workspace.planNew({
      status: 'sending',
      lease_token: 'lease_of_another_worker',
      due_at: new Date(Date.now() - 20_000),
      attempts: 1,
    });
    expect(await ended(workspace, id, 'delivered')).toMatchObject({ unknown_count: 1, attempts: 2 });
    expect(mailsTo(email)).toHaveLength(1);
  });
});
