import { beforeEach, describe, expect, it } from '@jest/globals';
import { campaignCompleted } from '@outreach/contracts-campaigns/events';
import { importCompleted } from '@outreach/contracts-contacts/events';
import type { SetNotificationSettingsRequest } from '@outreach/contracts-webhooks';
import type { DomainEvent } from '@outreach/event-schema';
import { createFakeClock, eventLike, eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { z } from 'zod';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const MINUTE_MS = 60_000;
const QUIET_MS = 5 * MINUTE_MS;
const LEASE_MS = 180_000;
const EMAIL = 'ops@example.com';
const SlackBody = z.object({ text: z.string() });

const clock = createFakeClock(Date.now());
const mail = await sharedByTests(async () => startMailSink({ hasStartTls: false }));
const webhooks = await sharedByTests(async () =>
  startWebhooks({
    clock,
    random: () => 0.5,
    env: {
      PUBLIC_BASE_URL: 'https://outreach.example.com',
      SYSTEM_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SYSTEM_MAIL_FROM: 'outreach@example.com',
    },
  }),
);

beforeEach(() => {
  clock.set(Date.now());
  webhooks.sink.clear();
  webhooks.sink.answerWith(answerStatus(200));
  mail.replies.clear();
});

/** A workspace with a Slack URL and an address of its own. */
async function notified(changes: Partial<SetNotificationSettingsRequest> = {}) {
  const ws = newWorkspace();
  const email = `${ws.toLowerCase().replace('_', '-')}@example.com`;
  const path = `/slack/${ws}/token-of-slack`;
  const set = async (settings: Partial<SetNotificationSettingsRequest>) =>
    webhooks.client.setNotificationSettings(testCall(ws), {
      emails: [email],
      slack_webhook_url: `${webhooks.sink.url}${path}`,
      events: ['import.completed', 'campaign.completed', 'webhook.endpoint_failing'],
      ...settings,
    });
  await set(changes);
  const letters = () => mail.received.filter(({ to }) => to.includes(email));
  const posts = () => webhooks.sink.received.filter((received) => received.path === path);
  return { ws, email, path, set, letters, posts };
}

type Notified = Awaited<ReturnType<typeof notified>>;

const imported = (ws: string, file = 'contacts.csv'): DomainEvent =>
  eventLike(importCompleted, { workspaceId: ws, data: { workspace_id: ws, file_name: file } });

const completed = (ws: string): DomainEvent =>
  eventLike(campaignCompleted, { workspaceId: ws, data: { workspace_id: ws } });

const textOf = ({ body }: { readonly body: string }): string => SlackBody.parse(JSON.parse(body)).text;

async function counted({ ws }: Notified, eventCount: number): Promise<void> {
  await eventually(async () => {
    const found = await webhooks.database
      .collection('notification_collections')
      .findOne({ workspace_id: ws });
    expect(found).toMatchObject({ event_count: eventCount });
  });
}

/** No message of the workspace waits. */
async function settled({ ws }: Notified): Promise<void> {
  await eventually(async () => {
    expect(await webhooks.database.collection('notifications').countDocuments({ workspace_id: ws })).toBe(0);
  });
}

async function waiting({ ws }: Notified, failures: number) {
  return eventually(async () => {
    const found = await webhooks.database.collection('notifications').find({ workspace_id: ws }).toArray();
    expect(found).toMatchObject([{ failures, lease_token: null }]);
    return found[0];
  });
}

function pass(ms: number): void {
  clock.advance(ms);
  webhooks.wake('notification_collections');
  webhooks.wake('notifications');
}

describe('GetNotificationSettings', () => {
  it('shows of the URL of Slack the host and its last characters', async () => {
    const { ws, email } = await notified();
    const shown = await webhooks.client.getNotificationSettings(testCall(ws), {});
    expect(shown.settings).toEqual({
      emails: [email],
      slack_webhook_url: { host: new URL(webhooks.sink.url).host, preview: 'lack' },
      events: ['import.completed', 'campaign.completed', 'webhook.endpoint_failing'],
    });
    const other = await webhooks.client.getNotificationSettings(testCall(newWorkspace()), {});
    expect(other.settings).toEqual({ emails: [], slack_webhook_url: undefined, events: [] });
  });

  it('is allowed with admin:keys only, as SetNotificationSettings', async () => {
    const caller = testCall(newWorkspace(), { scopes: new Set(['webhooks:write']) });
    const denied = { kind: 'permission_denied' };
    await expect(webhooks.client.getNotificationSettings(caller, {})).rejects.toMatchObject(denied);
    const request = { emails: [], events: [] };
    await expect(webhooks.client.setNotificationSettings(caller, request)).rejects.toMatchObject(denied);
  });
});

describe('a notification', () => {
  it('of the first event goes at once, of the next ones after five minutes as one', async () => {
    const own = await notified();
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await eventually(() => expect(own.letters()).toHaveLength(1));
    expect(own.letters()[0]).toMatchObject({ from: 'outreach@example.com', to: [own.email] });
    await settled(own);

    await webhooks.publish(imported(own.ws, 'second.csv'));
    await counted(own, 1);
    await webhooks.publish(completed(own.ws));
    await counted(own, 2);
    pass(QUIET_MS - 1);
    await webhooks.publish(imported(own.ws, 'third.csv'));
    await counted(own, 3);
    expect([own.posts().length, own.letters().length]).toEqual([1, 1]);
    pass(1);
    const [, grouped] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(grouped ?? { body: '' })).toMatch(/second\.csv[^]*Spring launch[^]*third\.csv/);
    await eventually(() => expect(own.letters()).toHaveLength(2));
    expect(own.letters()[1]?.source).toContain('Subject: 3 notifications');
  });

  it('of an event that arrives twice is sent once', async () => {
    const own = await notified();
    const [event, last] = [imported(own.ws), completed(own.ws)];
    await webhooks.publish(event, event);
    await webhooks.sink.waitFor(1, own.path);
    await webhooks.publish(event);
    await webhooks.publish(last);
    await counted(own, 1);
    pass(QUIET_MS);
    const [, second] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(second ?? { body: '' })).not.toContain('contacts.csv');
  });

  it('is made of the events of its settings, and of none without a recipient', async () => {
    const [others, none] = [await notified({ events: ['campaign.completed'] }), await notified()];
    await none.set({ emails: [], slack_webhook_url: '' });
    await webhooks.publish(imported(others.ws), imported(none.ws), completed(none.ws));
    await webhooks.publish(completed(others.ws));
    const [post] = await webhooks.sink.waitFor(1, others.path);
    expect(textOf(post ?? { body: '' })).not.toContain('contacts.csv');
    expect(none.posts()).toEqual([]);
    const { ws } = none;
    expect(await webhooks.database.collection('notified_events').countDocuments({ workspace_id: ws })).toBe(
      0,
    );
  });

  it('of many events lists 20 of them', async () => {
    const own = await notified({ emails: [] });
    await webhooks.publish(completed(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await webhooks.publish(...Array.from({ length: 30 }, (_, index) => imported(own.ws, `${index}.csv`)));
    await counted(own, 30);
    pass(QUIET_MS);
    const [, flood] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(flood ?? { body: '' }).match(/\.csv/g)).toHaveLength(20);
    expect(textOf(flood ?? { body: '' })).toContain('And 10 more.');
  });

  it('has no markup and no further header from a hostile name', async () => {
    const own = await notified();
    await webhooks.publish(imported(own.ws, 'a\r\nBcc: victim@example.org\r\n\r\n<!channel>'));
    const [post] = await webhooks.sink.waitFor(1, own.path);
    expect(textOf(post ?? { body: '' })).toContain('“a Bcc: victim@example.org &lt;!channel&gt;”');
    await eventually(() => expect(own.letters()).toHaveLength(1));
    const [letter] = own.letters();
    expect(letter?.to).toEqual([own.email]);
    expect(letter?.source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
  });
});

describe('a notification that fails', () => {
  it('is retried as a webhook when the server of Slack has an error, and waits for its Retry-After', async () => {
    const own = await notified({ emails: [] });
    webhooks.sink.answerWith(answerStatus(503));
    await webhooks.publish(imported(own.ws));
    expect((await waiting(own, 1))?.['due_at']).toEqual(new Date(clock.now() + 5_000));
    webhooks.sink.answerWith(answerStatus(429, { 'retry-after': '60' }));
    pass(5_000);
    expect((await waiting(own, 2))?.['due_at']).toEqual(new Date(clock.now() + 60_000));
    webhooks.sink.answerWith(answerStatus(200));
    pass(60_000);
    await settled(own);
    const bodies = own.posts().map(({ body }) => body);
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1]);
  });

  it('ends after eleven attempts', async () => {
    const own = await notified({ emails: [] });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(imported(own.ws));
    await waiting(own, 1);
    await webhooks.database
      .collection('notifications')
      .updateOne({ workspace_id: own.ws }, { $set: { failures: 10 } });
    pass(5_000);
    await settled(own);
    expect(own.posts()).toHaveLength(2);
  });

  it.each([
    ['says that the URL is void', 404, {}],
    ['redirects', 302, { location: 'http://127.0.0.1:1/internal' }],
  ])('ends at once when the server of Slack %s', async (_what, status, headers) => {
    const own = await notified({ emails: [] });
    webhooks.sink.answerWith(answerStatus(status, headers));
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await settled(own);
    expect(own.posts()).toHaveLength(1);
  });

  it('is retried when the mail server asks for it or is silent after the content, under the same id', async () => {
    const own = await notified({ slack_webhook_url: '' });
    mail.replies.set(own.email, { at: 'recipient', code: 451, text: 'later' });
    await webhooks.publish(imported(own.ws));
    await waiting(own, 1);
    mail.replies.set(own.email, { at: 'drop_after' });
    pass(5_000);
    await waiting(own, 2);
    mail.replies.clear();
    pass(30_000);
    await settled(own);
    const ids = own.letters().map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(ids).toEqual([expect.stringMatching(/^<ntf_\w+@example\.com>$/), ids[0]]);
  });

  it('ends at once when the mail server refuses the address; other recipients get theirs', async () => {
    const own = await notified();
    mail.replies.set(own.email, { at: 'recipient', code: 550, text: 'unknown' });
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await settled(own);
    expect(own.letters()).toEqual([]);
  });

  it('is not sent to a recipient that was removed meanwhile', async () => {
    const own = await notified();
    mail.replies.set(own.email, { at: 'recipient', code: 451, text: 'later' });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(imported(own.ws));
    await eventually(async () => {
      const failed = { workspace_id: own.ws, failures: 1, lease_token: null };
      expect(await webhooks.database.collection('notifications').countDocuments(failed)).toBe(2);
    });
    await own.set({ emails: [EMAIL], slack_webhook_url: '' });
    mail.replies.clear();
    pass(5_000);
    await settled(own);
    expect([own.posts().length, own.letters().length]).toEqual([1, 0]);
  });
});

describe('a worker that dies', () => {
  it('before it has made the message loses no event, also one that is added meanwhile', async () => {
    const own = await notified({ emails: [] });
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await settled(own);
    await webhooks.publish(completed(own.ws));
    await counted(own, 1);
    // The state after a worker that died with its claim.
    const dead = { lease_token: 'lease_dead', due_at: new Date(clock.now() + LEASE_MS) };
    const collections = webhooks.database.collection('notification_collections');
    await collections.updateOne({ workspace_id: own.ws }, { $set: dead });
    await webhooks.publish(imported(own.ws, 'added.csv'));
    await counted(own, 2);
    pass(LEASE_MS);
    const [, second] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(second ?? { body: '' })).toMatch(/Spring launch[^]*added\.csv/);
  });

  it('while it sends a message has another worker send it again', async () => {
    const own = await notified({ emails: [] });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(imported(own.ws));
    await waiting(own, 1);
    const dead = { lease_token: 'lease_dead', due_at: new Date(clock.now() + LEASE_MS) };
    await webhooks.database.collection('notifications').updateOne({ workspace_id: own.ws }, { $set: dead });
    webhooks.sink.answerWith(answerStatus(200));
    pass(LEASE_MS);
    await settled(own);
    expect(own.posts()).toHaveLength(2);
  });
});

describe('a server of Slack that hangs', () => {
  it('delays neither the emails of its workspace nor the messages of other workspaces', async () => {
    const [hanging, other] = [await notified(), await notified()];
    webhooks.sink.answerWith((received, response) => {
      if (received.path !== hanging.path) response.writeHead(200).end();
    });
    await webhooks.publish(imported(hanging.ws));
    await webhooks.sink.waitFor(1, hanging.path);
    await webhooks.publish(imported(other.ws));
    await webhooks.sink.waitFor(1, other.path);
    await eventually(() => expect([hanging, other].map((one) => one.letters().length)).toEqual([1, 1]));
  });
});

describe('an endpoint that fails for over an hour', () => {
  it('is reported once by email, Slack and other endpoints, not by itself; later events are grouped', async () => {
    const own = await notified();
    const { ws } = own;
    const type = 'webhook.endpoint_failing';
    const failing = await createEndpoint(webhooks, ws, {
      url: `${webhooks.sink.url}/failing`,
      event_subscriptions: ['contact.created', type],
    });
    await createEndpoint(webhooks, ws, {
      url: `${webhooks.sink.url}/watcher`,
      event_subscriptions: [type],
    });
    webhooks.sink.clear();
    webhooks.sink.answerWith((received, response) => {
      response.writeHead(received.path === '/failing' ? 500 : 200).end();
    });
    const fail = async (): Promise<void> => {
      const event = contactEvent(ws);
      await webhooks.publish(event);
      await eventually(async () => {
        const found = await webhooks.database.collection('deliveries').findOne({ event_id: event.id });
        expect(found).toMatchObject({ status: 'failed' });
      });
    };
    const hasHealth = async (health_status: string): Promise<void> =>
      eventually(async () => {
        const { endpoint } = await webhooks.client.getEndpoint(testCall(ws), { id: failing.endpoint.id });
        expect(endpoint).toMatchObject({ health_status });
      });
    // Calls are signed with the time of the machine, so the hour before it passes first.
    clock.set(Date.now() - 61 * MINUTE_MS);
    await fail();
    await eventually(async () => {
      const health = await webhooks.database.collection('endpoint_health').findOne({ workspace_id: ws });
      expect(health).toMatchObject({ failures_in_a_row: 1 });
    });
    clock.set(Date.now());
    await fail();
    await hasHealth('failed');
    const [reported] = await webhooks.sink.waitFor(1, '/watcher');
    expect(JSON.parse(reported?.body ?? '')).toMatchObject({
      type,
      data: { id: failing.endpoint.id, name: 'CRM', health_status: 'failed', active: true },
    });
    expect(reported?.body).not.toContain(failing.secret);
    const [post] = await webhooks.sink.waitFor(1, own.path);
    expect(textOf(post ?? { body: '' })).toContain(
      `Webhook endpoint “CRM” is failing: no attempt has succeeded for over an hour.\nhttps://outreach.example.com/console/webhooks/${failing.endpoint.id}`,
    );
    await eventually(() => expect(own.letters()).toHaveLength(1));

    await fail();
    await webhooks.publish(imported(ws), completed(ws));
    await counted(own, 2);
    pass(QUIET_MS);
    const [, grouped] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(grouped ?? { body: '' })).not.toContain('is failing');
    await eventually(() => expect(own.letters()).toHaveLength(2));
    expect(webhooks.sink.received.filter(({ path }) => path === '/watcher')).toHaveLength(1);
    const types = webhooks.sink.received
      .filter(({ path }) => path === '/failing')
      .map(({ body }) => z.object({ type: z.string() }).parse(JSON.parse(body)).type);
    expect(new Set(types)).toEqual(new Set(['contact.created']));
  });
});
