/** @needs dovecot */
import { expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { MAILBOX_DOMAIN, startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { inboundOf, mailOf, newInbox, sendFirst, startInboxes } from './inbox-harness.ts';
import { newThread } from './replies-harness.ts';
import { messageIdOf } from './sending-harness.ts';

const WAIT = { timeoutMs: 20_000 };
const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);

it('a reply to an answer counts for the last email of the enrollment, and proves that the answer arrived', async () => {
  const workspace = await newInbox({ service, sink, dovecot });
  const { id: stepId, email, enrollmentId } = await sendFirst(service, workspace);
  const thread = await newThread(
    service,
    workspace,
    await workspace.readEnrollment(enrollmentId).then(withId),
  );
  sink.replies.set(email, { at: 'drop_after' });
  const { id, send_id: sendId } = await thread.reply();
  const answerId = sendId ?? '';
  await eventually(async () => {
    expect(await workspace.readSend(answerId)).toMatchObject({ status: 'queued', unknown_count: 1 });
  }, WAIT);
  const inReplyTo = messageIdOf(answerId, MAILBOX_DOMAIN);
  await dovecot.deliver(workspace, [
    mailOf({ from: email, inReplyTo, text: 'I am interested, send me more.' }),
  ]);
  await eventually(async () => {
    expect(await workspace.readSend(stepId)).toMatchObject({ reply_counts: { interested: 1 } });
  }, WAIT);
  await thread.expectMessage(id, { status: 'sent', message_id: inReplyTo.slice(1, -1) });
  expect(await inboundOf(service, workspace)).toMatchObject([
    { kind: 'reply', send_id: stepId, campaign_id: workspace.campaign.id },
  ]);
  expect(await workspace.readEnrollment(enrollmentId)).toMatchObject({
    status: 'stopped',
    stop_reason: 'replied',
  });
  const totals = await service.database
    .collection('campaign_totals')
    .findOne({ _id: workspace.campaign.id as never });
  expect(totals?.['counts']).toMatchObject({ sent: 1, replied: 1, unique_replied: 1 });
  await workspace.makeDue(answerId);
  expect(sink.received.filter(({ to }) => to.includes(email))).toHaveLength(2);
});

function withId<Row extends object>(row: Row): Row {
  return '_id' in row ? { ...row, id: row._id } : row;
}
