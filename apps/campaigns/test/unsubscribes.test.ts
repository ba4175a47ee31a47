import { describe, expect, it } from '@jest/globals';
import { trackingHit } from '@outreach/contracts-campaigns';
import { SEND_STATUSES } from '@outreach/contracts-campaigns/records';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import type { DomainEvent } from '@outreach/event-schema';
import { newId, type CallContext } from '@outreach/service-kit';
import { systemContext } from '@outreach/service-kit/system-context';
import { eventLike, eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createHash } from 'node:crypto';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const service = await sharedByTests(startSending);
const sink = await sharedByTests(async () => startMailSink());

const asGateway = (workspaceId: string): CallContext =>
  systemContext({ workspaceId, requestId: newId('req'), service: 'gateway' });
const unsubscribe = async ({ workspaceId }: SendingWorkspace, sendId: string) =>
  service.client.unsubscribe(asGateway(workspaceId), { send_id: sendId, enrollment_id: undefined });
const requestsOf = async ({ workspaceId }: SendingWorkspace) =>
  service.database.collection('suppression_requests').find({ workspace_id: workspaceId }).toArray();
const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email));
const digestOf = (email: string): string => createHash('sha256').update(email).digest('hex');
const inOneHour = () => ({ due_at: new Date(Date.now() + 3_600_000) });

/** An enrollment of a further contact that has the address. */
async function withAddress(workspace: SendingWorkspace, email: string): Promise<Enrollment> {
  const enrollment = await workspace.addEnrollment({ contact_email: email });
  const { candidates } = service.contacts;
  const candidate = candidates.get(enrollment.contact_id);
  if (candidate !== undefined) candidates.set(enrollment.contact_id, { ...candidate, email });
  return enrollment;
}

/** A workspace with an email that is due later, so that its campaign does not complete. */
async function openWorkspace(): Promise<SendingWorkspace> {
  const workspace = await newSendingWorkspace(service, { sink });
  await workspace.planNew(inOneHour());
  return workspace;
}

async function isCanceled(workspace: SendingWorkspace, enrollment: Enrollment): Promise<void> {
  const id = await workspace.plan(enrollment);
  await eventually(async () => expect((await workspace.readSend(id)).status).toBe('canceled'));
  expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({ stop_reason: 'suppressed' });
}

describe('an unsubscribe', () => {
  it.each(SEND_STATUSES)('is committed when it is answered, for an email that is %s', async (status) => {
    const workspace = await newSendingWorkspace(service, { sink });
    const { id, email, enrollment } = await workspace.planNew({ status, ...inOneHour() });
    await unsubscribe(workspace, id);
    expect(await workspace.readSend(id)).toMatchObject({ unsubscribed_at: expect.any(Date) });
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({ stop_reason: 'unsubscribed' });
    expect(await requestsOf(workspace)).toMatchObject([{ email, reason: 'unsubscribed' }]);
  });

  it('is accepted after the campaign was archived, and again after its suppression was deleted', async () => {
    const campaign = { status: 'archived' } as const;
    const workspace = await newSendingWorkspace(service, { sink, campaign });
    const { id, email } = await workspace.planNew({ status: 'delivered', sent_at: new Date(), due_at: null });
    await unsubscribe(workspace, id);
    await service.database.collection('suppression_requests').deleteMany({ email });
    await unsubscribe(workspace, id);
    expect(await requestsOf(workspace)).toMatchObject([{ email, reason: 'unsubscribed' }]);
    const totals = service.database.collection('campaign_totals');
    expect(await totals.findOne({ workspace_id: workspace.workspaceId })).toMatchObject({
      counts: { unsubscribed: 1 },
    });
  });

  it('stops every email of the workspace to the address at its claim, before contacts has it', async () => {
    const workspace = await openWorkspace();
    const { id, email } = await workspace.planNew(inOneHour());
    await unsubscribe(workspace, id);
    await isCanceled(workspace, await withAddress(workspace, email));
    const moved = await workspace.addEnrollment();
    const { candidates } = service.contacts;
    const candidate = candidates.get(moved.contact_id);
    if (candidate !== undefined) candidates.set(moved.contact_id, { ...candidate, email });
    await isCanceled(workspace, moved);
    expect(mailsTo(email)).toHaveLength(0);
    const other = await newSendingWorkspace(service, { sink });
    await other.plan(await withAddress(other, email));
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  });

  it('suppresses the digest of the address after the contact was erased', async () => {
    const workspace = await openWorkspace();
    const [first, second] = [await workspace.planNew(inOneHour()), await workspace.planNew(inOneHour())];
    await unsubscribe(workspace, first.id);
    await erase(workspace, first.enrollment, second.enrollment);
    await eventually(async () =>
      expect(await workspace.readSend(second.id)).toMatchObject({ contact_email: null }),
    );
    await unsubscribe(workspace, second.id);
    const emails = (await requestsOf(workspace)).map(({ email }) => String(email));
    expect(emails).toEqual([first.email, second.email].map((email) => `sha256:${digestOf(email)}`));
    for (const { email } of [first, second]) await isCanceled(workspace, await withAddress(workspace, email));
  });
});

async function erase(
  { workspaceId }: SendingWorkspace,
  ...enrollments: readonly Enrollment[]
): Promise<void> {
  const events = enrollments.map(({ contact_id: id }) =>
    eventLike(contactDeleted, { workspaceId, aggregate: { id, version: 2 }, data: { id, hard: true } }),
  );
  await service.publish(...events);
}

describe('unsubscribes that the gateway stored while campaigns was away', () => {
  it('are applied before a starting worker claims its first email', async () => {
    const away = await startSending({ ROLES: 'api' });
    const workspace = await newSendingWorkspace(away, { sink, account: { min_gap_seconds: 0 } });
    const sends = [];
    for (let count = 0; count < 20; count += 1) sends.push(await workspace.planNew());
    for (const { id } of sends) await away.publishUnsubscribes(unsubscribeHit(workspace, id));
    const worker = await away.startReplica({ ROLES: 'worker' });
    const last = await workspace.planNew();
    await eventually(async () => expect((await workspace.readSend(last.id)).status).toBe('delivered'));
    expect(sends.flatMap(({ email }) => mailsTo(email))).toEqual([]);
    await worker.stop();
    await away.stop();
  });
});

function unsubscribeHit({ workspaceId }: SendingWorkspace, sendId: string): DomainEvent {
  const origin = { method: 'POST', user_agent: '', address: '203.0.113.7' } as const;
  const data = { kind: 'unsubscribe', send_id: sendId, url: null, ...origin } as const;
  return eventLike(trackingHit, { workspaceId, aggregate: { id: sendId, version: 0 }, data });
}
