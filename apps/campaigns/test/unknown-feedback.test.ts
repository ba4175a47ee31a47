/** @needs dovecot */
import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDovecot } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newInbox, requestReading } from './inbox-harness.ts';
import { nativePath, startForConformance, type Feedback } from './sending-paths.ts';

const WAIT = { timeoutMs: 20_000 };
const start = await startForConformance();
const dovecot = await sharedByTests(startDovecot);
const { service, sink } = start;
const path = nativePath({ ...start, dovecot });

afterAll(async () => path.stop());

const STOPPED = { status: 'stopped', current_step: 1, sent_count: 1 };
const EFFECTS: readonly [Feedback, string, object][] = [
  ['open', 'sent', { status: 'active', next_step: 2, current_step: 1, sent_count: 1 }],
  ['click', 'sent', { status: 'active', next_step: 2, current_step: 1, sent_count: 1 }],
  ['unsubscribe', 'sent', { ...STOPPED, stop_reason: 'unsubscribed' }],
  ['reply', 'sent', { ...STOPPED, stop_reason: 'replied' }],
  ['bounce', 'bounced', { ...STOPPED, stop_reason: 'bounced' }],
];

/** An email that the server has taken; the connection ended before its answer. */
async function unknownEmail() {
  const workspace = await newInbox({ service, sink, dovecot });
  const enrollment = await workspace.addEnrollment();
  const email = enrollment.contact_email ?? '';
  sink.replies.set(email, { at: 'drop_after' });
  const id = await workspace.plan(enrollment);
  await eventually(async () => {
    expect(await workspace.readSend(id)).toMatchObject({ status: 'queued', unknown_count: 1 });
  }, WAIT);
  return { workspace, enrollment, id, email };
}

it.each(EFFECTS)('feedback of the kind %s proves the arrival', async (feedback, status, expected) => {
  const { workspace, enrollment, id, email } = await unknownEmail();
  await path.report(workspace, { id, email }, feedback);
  await eventually(async () => expect((await workspace.readSend(id)).status).toBe(status), WAIT);
  expect(await workspace.readSend(id)).toMatchObject({
    due_at: null,
    error: null,
    subject: 'A question',
    message_id: expect.stringContaining(id.toLowerCase()),
  });
  expect(await workspace.readEnrollment(enrollment.id)).toMatchObject(expected);
  await workspace.makeDue(id);
  expect(sink.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  await eventually(() => {
    const types = service.published.filter(({ aggregate }) => aggregate.id === id).map(({ type }) => type);
    expect(types.slice(0, 1)).toEqual(['email.sent']);
  }, WAIT);
});

it('feedback that arrives while the lease of a dead worker runs prevents a second copy', async () => {
  const workspace = await newInbox({ service, sink, dovecot });
  const { id, email } = await workspace.planNew({
    status: 'sending',
    lease_token: 'lease_of_a_dead_worker',
    due_at: new Date(Date.now() + 300_000),
    attempts: 1,
  });
  await requestReading(service.database, workspace);
  await path.report(workspace, { id, email }, 'open');
  await path.report(workspace, { id, email }, 'reply');
  const sends = service.database.collection<{ readonly _id: string }>('sends');
  await eventually(async () => {
    expect((await workspace.readSend(id)).kept_feedback).toHaveLength(2);
  }, WAIT);
  await sends.updateOne({ _id: id }, { $set: { due_at: new Date(Date.now() - 20_000) } });
  await eventually(async () => {
    expect(await workspace.readSend(id)).toMatchObject({
      status: 'sent',
      open_count: 1,
      reply_counts: { interested: 1 },
      kept_feedback: [],
    });
  }, WAIT);
  expect(sink.received.filter(({ to }) => to.includes(email))).toHaveLength(0);
});

it('an unsubscribe is in effect at once, whatever the state of the email is', async () => {
  const workspace = await newInbox({ service, sink, dovecot });
  const email = await workspace.planNew({ due_at: new Date(Date.now() + 300_000) });
  await path.report(workspace, email, 'unsubscribe');
  await eventually(async () => {
    expect(await workspace.readSend(email.id)).toMatchObject({
      status: 'canceled',
      unsubscribed_at: expect.any(Date),
    });
  }, WAIT);
  const requests = service.database.collection('suppression_requests');
  expect(await requests.findOne({ contact_id: email.enrollment.contact_id })).toMatchObject({
    reason: 'unsubscribed',
  });
});
