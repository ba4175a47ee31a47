import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { z } from 'zod';
import {
  completed,
  imported,
  notified,
  QUIET_MS,
  startNotifications,
  textOf,
} from './notifications-harness.ts';
import { contactEvent, createEndpoint, newWorkspace } from './webhooks-harness.ts';

const MINUTE_MS = 60_000;

const webhooks = await sharedByTests(startNotifications);

beforeEach(() => webhooks.reset());

describe('GetNotificationSettings', () => {
  it('shows of the URL of Slack the host and its last characters', async () => {
    const { ws, email } = await notified(webhooks);
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
    const own = await notified(webhooks);
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await eventually(() => expect(own.letters()).toHaveLength(1));
    expect(own.letters()[0]).toMatchObject({ from: 'outreach@example.com', to: [own.email] });
    await own.settled();

    await webhooks.publish(imported(own.ws, 'second.csv'));
    await own.counted(1);
    await webhooks.publish(completed(own.ws));
    await own.counted(2);
    webhooks.pass(QUIET_MS - 1);
    await webhooks.publish(imported(own.ws, 'third.csv'));
    await own.counted(3);
    expect([own.posts().length, own.letters().length]).toEqual([1, 1]);
    webhooks.pass(1);
    const [, grouped] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(grouped)).toMatch(/second\.csv[^]*Spring launch[^]*third\.csv/);
    await eventually(() => expect(own.letters()).toHaveLength(2));
    expect(own.letters()[1]?.source).toContain('Subject: 3 notifications');
  });

  it('of an event that arrives twice is sent once', async () => {
    const own = await notified(webhooks);
    const [event, last] = [imported(own.ws), completed(own.ws)];
    await webhooks.publish(event, event);
    await webhooks.sink.waitFor(1, own.path);
    await webhooks.publish(event);
    await webhooks.publish(last);
    await own.counted(1);
    webhooks.pass(QUIET_MS);
    const [, second] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(second)).not.toContain('contacts.csv');
  });

  it('is made of the events of its settings, and of none without a recipient', async () => {
    const [others, none] = [
      await notified(webhooks, { events: ['campaign.completed'] }),
      await notified(webhooks),
    ];
    await none.set({ emails: [], slack_webhook_url: '' });
    await webhooks.publish(imported(others.ws), imported(none.ws), completed(none.ws));
    await webhooks.publish(completed(others.ws));
    const [post] = await webhooks.sink.waitFor(1, others.path);
    expect(textOf(post)).not.toContain('contacts.csv');
    expect(none.posts()).toEqual([]);
    const { ws } = none;
    expect(await webhooks.database.collection('notified_events').countDocuments({ workspace_id: ws })).toBe(
      0,
    );
  });

  it('of many events lists 20 of them', async () => {
    const own = await notified(webhooks, { emails: [] });
    await webhooks.publish(completed(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await webhooks.publish(...Array.from({ length: 30 }, (_, index) => imported(own.ws, `${index}.csv`)));
    await own.counted(30);
    webhooks.pass(QUIET_MS);
    const [, flood] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(flood).match(/\.csv/g)).toHaveLength(20);
    expect(textOf(flood)).toContain('And 10 more.');
  });

  it('has no markup and no further header from a hostile name', async () => {
    const own = await notified(webhooks);
    await webhooks.publish(imported(own.ws, 'a\r\nBcc: victim@example.org\r\n\r\n<!channel>'));
    const [post] = await webhooks.sink.waitFor(1, own.path);
    expect(textOf(post)).toContain('“a Bcc: victim@example.org &lt;!channel&gt;”');
    await eventually(() => expect(own.letters()).toHaveLength(1));
    const [letter] = own.letters();
    expect(letter?.to).toEqual([own.email]);
    expect(letter?.source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
  });
});

describe('an endpoint that fails for over an hour', () => {
  it('is reported once by email, Slack and other endpoints, not by itself; later events are grouped', async () => {
    const own = await notified(webhooks);
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
    webhooks.clock.set(Date.now() - 61 * MINUTE_MS);
    await fail();
    await eventually(async () => {
      const health = await webhooks.database.collection('endpoint_health').findOne({ workspace_id: ws });
      expect(health).toMatchObject({ failures_in_a_row: 1 });
    });
    webhooks.clock.set(Date.now());
    await fail();
    await hasHealth('failed');
    const [reported] = await webhooks.sink.waitFor(1, '/watcher');
    expect(JSON.parse(reported?.body ?? '')).toMatchObject({
      type,
      data: { id: failing.endpoint.id, name: 'CRM', health_status: 'failed', active: true },
    });
    expect(reported?.body).not.toContain(failing.secret);
    const [post] = await webhooks.sink.waitFor(1, own.path);
    expect(textOf(post)).toContain(
      `Webhook endpoint “CRM” is failing: no attempt has succeeded for over an hour.\nhttps://outreach.example.com/console/webhooks/${failing.endpoint.id}`,
    );
    await eventually(() => expect(own.letters()).toHaveLength(1));

    await fail();
    await webhooks.publish(imported(ws), completed(ws));
    await own.counted(2);
    webhooks.pass(QUIET_MS);
    const [, grouped] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(grouped)).not.toContain('is failing');
    await eventually(() => expect(own.letters()).toHaveLength(2));
    expect(webhooks.sink.received.filter(({ path }) => path === '/watcher')).toHaveLength(1);
    const types = webhooks.sink.received
      .filter(({ path }) => path === '/failing')
      .map(({ body }) => z.object({ type: z.string() }).parse(JSON.parse(body)).type);
    expect(new Set(types)).toEqual(new Set(['contact.created']));
  });
});
