import { describe, expect, it, jest } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { startMailSink, startSendingPlatform } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { callbackOf, sentOn } from './platform-harness.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

jest.setTimeout(60_000);

const WAIT = { timeoutMs: 30_000 };
const platform = await sharedByTests(async () => startSendingPlatform());
const other = await sharedByTests(async () => startSendingPlatform());
const broken = await sharedByTests(async () => startSendingPlatform());
const service = await sharedByTests(async () =>
  startSending({
    PLATFORM_1_URL: platform.url,
    PLATFORM_1_SECRET: platform.secret,
    PLATFORM_2_URL: other.url,
    PLATFORM_2_SECRET: other.secret,
    PLATFORM_3_URL: broken.url,
    PLATFORM_3_SECRET: broken.secret,
  }),
);
const sink = await sharedByTests(async () => startMailSink());

/** The pause after the first failure of a platform is 4 to 6 seconds. */
const PAUSE_MS_MAX = 6_001;
/** The planner does not plan the second step during a test. */
const LATER = { delay_value: 3, delay_unit: 'days' } as const;

type PlatformName = 'platform_1' | 'platform_2' | 'platform_3' | 'platform_4';
const workspaceOf = async (name: PlatformName, steps: object[] = [{}, LATER]): Promise<SendingWorkspace> =>
  newSendingWorkspace(service, { sink, campaign: { platform: name }, steps });

const callback = callbackOf(service, platform);
const report = async (...results: readonly object[]) => callback(JSON.stringify({ results }));

platform.confirms = false;
other.confirms = false;
broken.confirms = false;

const auditOf = async ({ workspaceId, campaign }: SendingWorkspace) =>
  service.client.auditCampaign(testCall(workspaceId, { scopes: new Set(['campaigns:read']) }), {
    campaign_id: campaign.id,
  });

describe('a batch', () => {
  it('is signed and contains the rendered email with its headers', async () => {
    const workspace = await workspaceOf('platform_1', [
      { subject: 'Hello {{ contact.first_name }}', body_html: '<p>Grüße</p>' },
      LATER,
    ]);
    const { id, email, enrollment } = await sentOn(workspace);
    const first = await workspace.readSend(id);
    const second = await workspace.plan(enrollment, { step_number: 2 });
    await eventually(async () => expect((await workspace.readSend(second)).status).toBe('sent'), WAIT);
    const [mail, followUp] = platform.mails.filter(({ to }) => to === email);
    expect(mail).toEqual({
      id,
      workspace_id: workspace.workspaceId,
      campaign_id: workspace.campaign.id,
      step_number: 1,
      from: { name: 'Jörg from Sales', address: workspace.from },
      to: email,
      reply_to: null,
      subject: 'Hello Maria',
      html: '<p>Grüße</p>',
      text: 'Grüße',
      headers: {
        'Message-ID': first.message_id,
        'List-Unsubscribe': expect.stringMatching(/^<http:\/\/127\.0\.0\.1:8080\/u\/\S+>$/),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    expect(followUp?.headers).toMatchObject({
      'In-Reply-To': first.message_id,
      References: first.message_id,
    });
    const request = platform.requests.find(({ body }) => body.messages.some((one) => one.id === id));
    expect(request).toMatchObject({
      isSigned: true,
      headers: { 'content-type': 'application/json', 'user-agent': 'outreach-platforms/1.0' },
      body: { platform: 'platform_1', callback_url: 'http://127.0.0.1:8080/platforms/platform_1/results/' },
    });
    expect(sink.received).toEqual([]);
  });

  it('contains the emails of several accounts and workspaces that are due together', async () => {
    const first = await workspaceOf('platform_1');
    const workspaces = [first, await workspaceOf('platform_1')];
    const planned = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const workspace = workspaces[index % 2] ?? first;
        return workspace.planNew({ due_at: null });
      }),
    );
    const ids = new Set(planned.map(({ id }) => id));
    await first.makeDue(...ids);
    await eventually(() => expect(platform.mails.filter(({ id }) => ids.has(id))).toHaveLength(20), WAIT);
    const requests = platform.requests.filter(({ body }) => body.messages.some(({ id }) => ids.has(id)));
    expect(requests.length).toBeLessThanOrEqual(8);
  });
});

describe('a submitted email', () => {
  it('stays sent until the platform confirms it', async () => {
    const workspace = await workspaceOf('platform_1');
    const { id } = await sentOn(workspace);
    expect(await workspace.readSend(id)).toMatchObject({
      delivered_at: null,
      due_at: null,
      lease_token: null,
    });
    expect(await auditOf(workspace)).toMatchObject({ balanced: true, states: { sent: 1, delivered: 0 } });
    const at = new Date(Date.now() + 60_000).toISOString();
    expect(await report({ id: '1', send_id: id, type: 'delivered', at })).toEqual(['recorded']);
    const send = await workspace.readSend(id);
    expect(send.status).toBe('delivered');
    expect(send.delivered_at?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('that the platform did not send after all stops its enrollment', async () => {
    const workspace = await workspaceOf('platform_1');
    const { id, enrollment } = await sentOn(workspace);
    const failed = { id: '1', send_id: id, type: 'failed', text: 'The sender is\nnot verified.' };
    expect(await report(failed)).toEqual(['recorded']);
    expect(await report(failed)).toEqual(['ignored']);
    expect(await workspace.readSend(id)).toMatchObject({
      status: 'failed',
      error: 'The sender is not verified.',
    });
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({
      status: 'stopped',
      stop_reason: 'send_failed',
      sent_count: 0,
    });
    expect(await auditOf(workspace)).toMatchObject({ balanced: true, states: { sent: 0, failed: 1 } });
  });

  it('bounces with the class that the platform names', async () => {
    const workspace = await workspaceOf('platform_1');
    const { id } = await sentOn(workspace);
    await report({ id: '1', send_id: id, type: 'bounced', classification: 'mailbox_disabled' });
    expect(await workspace.readSend(id)).toMatchObject({
      status: 'bounced',
      bounce_classification: 'mailbox_disabled',
      bounce_type: 'hard',
      smtp_code: null,
    });
  });
});

describe('an email that the platform does not accept', () => {
  it('has failed if the platform cannot send it', async () => {
    const workspace = await workspaceOf('platform_1');
    const enrollment = await workspace.addEnrollment();
    platform.replies.set(enrollment.contact_email ?? '', { status: 'failed', text: 'No credits.' });
    const id = await workspace.plan(enrollment);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ status: 'failed', error: 'No credits.' });
    }, WAIT);
  });

  it('is submitted again a minute after the platform asks for it', async () => {
    const workspace = await workspaceOf('platform_1');
    const enrollment = await workspace.addEnrollment();
    const email = enrollment.contact_email ?? '';
    platform.replies.set(email, { status: 'retry', text: 'Too many emails.' });
    const id = await workspace.plan(enrollment);
    const send = await eventually(async () => {
      const read = await workspace.readSend(id);
      expect(read).toMatchObject({ status: 'queued', error: 'Too many emails.', attempts: 1 });
      return read;
    }, WAIT);
    expect((send.due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
    platform.replies.delete(email);
    await workspace.makeDue(id);
    await eventually(async () => expect((await workspace.readSend(id)).status).toBe('sent'), WAIT);
  });

  it('waits if its platform is not configured any more', async () => {
    const workspace = await workspaceOf('platform_4');
    const { id } = await workspace.planNew();
    await eventually(async () => {
      const { status, attempts, due_at: dueAt } = await workspace.readSend(id);
      const waitsMs = (dueAt?.getTime() ?? 0) - Date.now();
      expect([status, attempts, waitsMs > 200_000]).toEqual(['queued', 0, true]);
    }, WAIT);
  });
});

describe('a platform that fails', () => {
  it('gets no request before its Retry-After, and its emails wait without an attempt', async () => {
    const workspace = await workspaceOf('platform_3');
    broken.answerWith = (response) => void response.writeHead(429, { 'retry-after': '600' }).end();
    const { id } = await workspace.planNew();
    const read = async () => workspace.readSend(id);
    await eventually(async () => {
      const { status, attempts, due_at: dueAt } = await read();
      const waitsMs = (dueAt?.getTime() ?? 0) - Date.now();
      expect([status, attempts, waitsMs > 500_000]).toEqual(['queued', 0, true]);
    }, WAIT);
    expect(broken.requests).toHaveLength(1);
    const further = await workspace.planNew();
    await eventually(async () => {
      const { status, due_at: dueAt } = await workspace.readSend(further.id);
      expect([status, (dueAt?.getTime() ?? 0) - Date.now() > 500_000]).toEqual(['queued', true]);
    }, WAIT);
    expect(broken.requests).toHaveLength(1);
    // Other platforms are not paused.
    await sentOn(await workspaceOf('platform_1'));
  });

  it('is tried again after a pause, and then takes its emails', async () => {
    const workspace = await workspaceOf('platform_2');
    other.answerWith = (response) => void response.writeHead(500).end();
    const { id } = await workspace.planNew();
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ status: 'queued', unknown_count: 1, attempts: 1 });
    }, WAIT);
    other.answerWith = undefined;
    service.clock.setAhead(PAUSE_MS_MAX);
    await workspace.makeDue(id);
    await eventually(async () => expect((await workspace.readSend(id)).status).toBe('sent'), WAIT);
    expect(other.requests).toHaveLength(2);
    expect(await workspace.readSend(id)).toMatchObject({ attempts: 2, error: null });
  });
});
