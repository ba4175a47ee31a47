import { expect, it } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { MAILBOX_DOMAIN } from '@outreach/testing/mail';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import type { Feedback, PathEmail, SendingPath, SendingStart } from './sending-paths.ts';
import type { InboxWorkspace } from './inbox-harness.ts';
import { messageIdOf } from './sending-harness.ts';

const WAIT = { timeoutMs: 30_000 };
const READ = { scopes: new Set(['campaigns:read', 'campaigns:write']) };
const SENT = { sent: 1, contacted: 1 };
const DELIVERED = { ...SENT, delivered: 1 };
const EVENTS = ['email.sent', 'email.delivered'];
const ACTIVE = { status: 'active', stop_reason: null, sent_count: 1, current_step: 1 };
const stoppedBy = (reason: string): object => ({ ...ACTIVE, status: 'stopped', stop_reason: reason });

export interface SendingUnderTest {
  /** The platform of the campaigns. */
  readonly name: string;
  readonly path: SendingPath;
  readonly start: SendingStart;
}

/** Everything that an email changes, the same for each path. */
async function stateOf(
  service: CampaignsUnderTest,
  { campaign, workspaceId, readSend }: InboxWorkspace,
  { id }: PathEmail,
) {
  const send = await readSend(id);
  const rows = async (collection: string, filter: object) =>
    service.database.collection(collection).findOne(filter);
  const enrollment = await rows('enrollments', { _id: send.enrollment_id as never });
  const totals = await rows('campaign_totals', { _id: campaign.id as never });
  const counts = Object.entries<number>(totals?.['counts'] ?? {}).filter(([, count]) => count !== 0);
  const suppression = await rows('suppression_requests', { contact_id: send.contact_id });
  const { balanced } = await service.client.auditCampaign(testCall(workspaceId, READ), {
    campaign_id: campaign.id,
  });
  return {
    status: send.status,
    enrollment: {
      status: enrollment?.['status'],
      stop_reason: enrollment?.['stop_reason'],
      sent_count: enrollment?.['sent_count'],
      current_step: enrollment?.['current_step'],
    },
    counts: Object.fromEntries(counts),
    events: service.published.filter(({ aggregate }) => aggregate.id === id).map(({ type }) => type),
    suppression: suppression?.['reason'] ?? null,
    isBalanced: balanced,
  };
}

/** The rules of sending, the same for each path. Call it at the top level of a test file. */
export function describeSending({ name, path, start: { service, sink, platform } }: SendingUnderTest): void {
  const expectState = async (workspace: InboxWorkspace, email: PathEmail, expected: object) =>
    eventually(async () => {
      const state = await stateOf(service, workspace, email);
      expect(state).toEqual({ suppression: null, isBalanced: true, ...expected });
    }, WAIT);
  const expectDelivered = async (workspace: InboxWorkspace, email: PathEmail) =>
    expectState(workspace, email, {
      status: 'delivered',
      enrollment: ACTIVE,
      counts: DELIVERED,
      events: EVENTS,
    });

  it('delivers a due email once', async () => {
    const workspace = await path.newWorkspace();
    const email = await workspace.planNew();
    await expectDelivered(workspace, email);
    expect(path.arrivals(email.email)).toBe(1);
    expect(await workspace.readSend(email.id)).toMatchObject({
      attempts: 1,
      message_id: messageIdOf(email.id, MAILBOX_DOMAIN),
      subject: 'A question',
      from_email: workspace.username,
      error: null,
      due_at: null,
      lease_token: null,
    });
  });

  it('bounces an email that is refused for good, and suppresses its contact', async () => {
    const workspace = await path.newWorkspace();
    const enrollment = await workspace.addEnrollment();
    const address = enrollment.contact_email ?? '';
    path.refuse(address, { code: 550, text: '5.1.1 User unknown' });
    const email = { id: await workspace.plan(enrollment), email: address };
    await expectState(workspace, email, {
      status: 'bounced',
      enrollment: { ...stoppedBy('bounced') },
      counts: { ...SENT, bounced: 1 },
      events: ['email.bounced'],
      suppression: 'hard_bounce',
    });
    expect(await workspace.readSend(email.id)).toMatchObject({
      bounce_classification: 'invalid_mailbox',
      bounce_type: 'hard',
      smtp_code: 550,
    });
    expect(path.arrivals(address)).toBe(0);
  });

  it('sends an email again a minute after a temporary refusal', async () => {
    const workspace = await path.newWorkspace();
    const enrollment = await workspace.addEnrollment();
    const address = enrollment.contact_email ?? '';
    path.refuse(address, { code: 451, text: '4.7.1 Greylisted' });
    const email = { id: await workspace.plan(enrollment), email: address };
    const deferred = await eventually(async () => {
      const send = await workspace.readSend(email.id);
      expect(send).toMatchObject({ status: 'queued', smtp_code: 451, attempts: 1 });
      return send;
    }, WAIT);
    expect((deferred.due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
    path.accept(address);
    await path.makeDue(email);
    await expectDelivered(workspace, email);
    expect(path.arrivals(address)).toBe(1);
  });

  it('sends an email once although the answer was lost', async () => {
    const workspace = await path.newWorkspace();
    const email = await plannedLater(workspace);
    const lost = path.loseAnswer(workspace, email);
    await path.makeDue(email);
    await lost;
    await eventually(async () => {
      expect(await workspace.readSend(email.id)).toMatchObject({ status: 'queued', unknown_count: 1 });
    }, WAIT);
    path.endPause();
    await path.makeDue(email);
    await expectDelivered(workspace, email);
    expect(path.arrivals(email.email)).toBe(1);
  });

  it('sends an email once although its worker died before the outcome was recorded', async () => {
    const workspace = await path.newWorkspace();
    const email = await path.crash(workspace);
    await expectDelivered(workspace, email);
    expect(await workspace.readSend(email.id)).toMatchObject({ attempts: 2, unknown_count: 1 });
    expect(path.arrivals(email.email)).toBe(0);
  });

  it('holds emails while their campaign is paused', async () => {
    const workspace = await path.newWorkspace();
    const { workspaceId, campaign } = workspace;
    const campaigns = service.database.collection('campaigns');
    await campaigns.updateOne({ _id: campaign.id as never }, { $set: { status: 'paused' } });
    const email = await workspace.planNew();
    await eventually(async () => {
      expect(await workspace.readSend(email.id)).toMatchObject({ status: 'queued', due_at: null });
    }, WAIT);
    expect(path.arrivals(email.email)).toBe(0);
    await service.client.resumeCampaign(testCall(workspaceId, READ), { id: campaign.id });
    await expectDelivered(workspace, email);
    expect(path.arrivals(email.email)).toBe(1);
  });

  it('sends nothing to a suppressed contact', async () => {
    const workspace = await path.newWorkspace();
    const enrollment = await workspace.addEnrollment();
    const { contact_id: contactId } = enrollment;
    const candidate = service.contacts.candidates.get(contactId);
    if (candidate !== undefined)
      service.contacts.candidates.set(contactId, { ...candidate, isSuppressed: true });
    const email = { id: await workspace.plan(enrollment), email: enrollment.contact_email ?? '' };
    await expectState(workspace, email, {
      status: 'canceled',
      enrollment: { status: 'stopped', stop_reason: 'suppressed', sent_count: 0, current_step: 0 },
      counts: {},
      events: [],
    });
    expect(path.arrivals(email.email)).toBe(0);
  });

  it.each<[Feedback, object]>([
    [
      'bounce',
      {
        status: 'bounced',
        enrollment: stoppedBy('bounced'),
        counts: { ...SENT, bounced: 1 },
        events: [...EVENTS, 'email.bounced'],
        suppression: 'hard_bounce',
      },
    ],
    [
      'open',
      {
        enrollment: ACTIVE,
        counts: { ...DELIVERED, opened: 1, unique_opened: 1 },
        events: [...EVENTS, 'email.opened'],
      },
    ],
    [
      'click',
      {
        enrollment: ACTIVE,
        counts: { ...DELIVERED, clicked: 1, unique_clicked: 1 },
        events: [...EVENTS, 'email.clicked'],
      },
    ],
    [
      'unsubscribe',
      {
        enrollment: stoppedBy('unsubscribed'),
        counts: { ...DELIVERED, unsubscribed: 1 },
        events: [...EVENTS, 'email.unsubscribed'],
        suppression: 'unsubscribed',
      },
    ],
    [
      'complaint',
      {
        enrollment: stoppedBy('complained'),
        counts: { ...DELIVERED, spam_complaints: 1 },
        events: [...EVENTS, 'email.spam_complaint'],
        suppression: 'spam_complaint',
      },
    ],
    [
      'reply',
      {
        enrollment: stoppedBy('replied'),
        counts: { ...DELIVERED, replied: 1, unique_replied: 1, positive_replied: 1, intent_interested: 1 },
        events: [...EVENTS, 'email.replied'],
      },
    ],
  ])('records feedback of the kind %s once', async (feedback, expected) => {
    const workspace = await path.newWorkspace();
    const email = await workspace.planNew();
    await expectDelivered(workspace, email);
    await path.report(workspace, email, feedback);
    await expectState(workspace, email, { status: 'delivered', ...expected });
  });

  it('sends an email after an interruption', async () => {
    const workspace = await path.newWorkspace();
    await path.interrupt(workspace);
    const email = await workspace.planNew();
    await eventually(async () => {
      const { status, due_at: dueAt } = await workspace.readSend(email.id);
      expect([status, (dueAt?.getTime() ?? 0) > Date.now() + 1_000]).toEqual(['queued', true]);
    }, WAIT);
    expect(path.arrivals(email.email)).toBe(0);
    await path.restore(workspace);
    await path.makeDue(email);
    await expectDelivered(workspace, email);
    expect(path.arrivals(email.email)).toBe(1);
  });

  it('sends no email on another path', () => {
    const addresses = sink.received.flatMap(({ to }) => to);
    const submitted = new Set(platform.mails.map(({ to }) => to));
    expect(addresses.filter((address) => submitted.has(address))).toEqual([]);
    if (name === 'native') expect(platform.requests).toEqual([]);
    else expect(platform.requests.every(({ isSigned }) => isSigned)).toBe(true);
  });
}

/** An email that is not due before the test makes it due. */
async function plannedLater(workspace: InboxWorkspace): Promise<PathEmail> {
  return workspace.planNew({ due_at: new Date(Date.now() + 3_600_000) });
}
