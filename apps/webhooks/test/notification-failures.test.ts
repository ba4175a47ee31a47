import { beforeEach, describe, expect, it } from '@jest/globals';
import { scrape } from '@outreach/service-kit/metrics';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { answerStatus } from '@outreach/testing/webhook-sink';
import {
  completed,
  imported,
  LEASE_MS,
  notified,
  startNotifications,
  textOf,
} from './notifications-harness.ts';

const webhooks = await sharedByTests(startNotifications);

beforeEach(() => webhooks.reset());

describe('a notification that fails', () => {
  it('is retried as a webhook when the server of Slack has an error, and waits for its Retry-After', async () => {
    const own = await notified(webhooks, { emails: [] });
    webhooks.sink.answerWith(answerStatus(503));
    await webhooks.publish(imported(own.ws));
    expect(await own.dueAfter(1)).toEqual(new Date(webhooks.clock.now() + 5_000));
    webhooks.sink.answerWith(answerStatus(429, { 'retry-after': '60' }));
    webhooks.pass(5_000);
    expect(await own.dueAfter(2)).toEqual(new Date(webhooks.clock.now() + 60_000));
    webhooks.sink.answerWith(answerStatus(200));
    webhooks.pass(60_000);
    await own.settled();
    const bodies = own.posts().map(({ body }) => body);
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1]);
  });

  it('ends after eleven attempts', async () => {
    const own = await notified(webhooks, { emails: [] });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(imported(own.ws));
    await own.dueAfter(1);
    await webhooks.database
      .collection('notifications')
      .updateOne({ workspace_id: own.ws }, { $set: { failures: 10 } });
    webhooks.pass(5_000);
    await own.settled();
    expect(own.posts()).toHaveLength(2);
  });

  it.each([
    ['says that the URL is void', 404, {}],
    ['redirects', 302, { location: 'http://127.0.0.1:1/internal' }],
  ])('ends at once when the server of Slack %s', async (_what, status, headers) => {
    const own = await notified(webhooks, { emails: [] });
    webhooks.sink.answerWith(answerStatus(status, headers));
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await own.settled();
    expect(own.posts()).toHaveLength(1);
    expect(await scrape()).toMatch(/notifications_total\{channel="slack",outcome="refused"\} [1-9]/);
  });

  it('is retried when the mail server asks for it or is silent after the content, under the same id', async () => {
    const own = await notified(webhooks, { slack_webhook_url: '' });
    webhooks.mail.replies.set(own.email, { at: 'recipient', code: 451, text: 'later' });
    await webhooks.publish(imported(own.ws));
    await own.dueAfter(1);
    webhooks.mail.replies.set(own.email, { at: 'drop_after' });
    webhooks.pass(5_000);
    await own.dueAfter(2);
    webhooks.mail.replies.clear();
    webhooks.pass(30_000);
    await own.settled();
    const ids = own.letters().map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(ids).toEqual([expect.stringMatching(/^<ntf_\w+@example\.com>$/), ids[0]]);
  });

  it('ends at once when the mail server refuses the address; other recipients get theirs', async () => {
    const own = await notified(webhooks);
    webhooks.mail.replies.set(own.email, { at: 'recipient', code: 550, text: 'unknown' });
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await own.settled();
    expect(own.letters()).toEqual([]);
  });

  it('is not sent to a recipient that was removed meanwhile', async () => {
    const own = await notified(webhooks);
    webhooks.mail.replies.set(own.email, { at: 'recipient', code: 451, text: 'later' });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(imported(own.ws));
    await eventually(async () => {
      const failed = { workspace_id: own.ws, failures: 1, lease_token: null };
      expect(await webhooks.database.collection('notifications').countDocuments(failed)).toBe(2);
    });
    await own.set({ emails: ['other@example.com'], slack_webhook_url: '' });
    webhooks.mail.replies.clear();
    webhooks.pass(5_000);
    await own.settled();
    expect([own.posts().length, own.letters().length]).toEqual([1, 0]);
  });
});

describe('a worker that dies', () => {
  it('before it has made the message loses no event, also one that is added meanwhile', async () => {
    const own = await notified(webhooks, { emails: [] });
    await webhooks.publish(imported(own.ws));
    await webhooks.sink.waitFor(1, own.path);
    await own.settled();
    await webhooks.publish(completed(own.ws));
    await own.counted(1);
    // The state after a worker that died with its claim.
    const dead = { lease_token: 'lease_dead', due_at: new Date(webhooks.clock.now() + LEASE_MS) };
    const collections = webhooks.database.collection('notification_collections');
    await collections.updateOne({ workspace_id: own.ws }, { $set: dead });
    await webhooks.publish(imported(own.ws, 'added.csv'));
    await own.counted(2);
    webhooks.pass(LEASE_MS);
    const [, second] = await webhooks.sink.waitFor(2, own.path);
    expect(textOf(second)).toMatch(/Spring launch[^]*added\.csv/);
  });

  it('while it sends a message has another worker send it again', async () => {
    const own = await notified(webhooks, { emails: [] });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(imported(own.ws));
    await own.dueAfter(1);
    const dead = { lease_token: 'lease_dead', due_at: new Date(webhooks.clock.now() + LEASE_MS) };
    await webhooks.database.collection('notifications').updateOne({ workspace_id: own.ws }, { $set: dead });
    webhooks.sink.answerWith(answerStatus(200));
    webhooks.pass(LEASE_MS);
    await own.settled();
    expect(own.posts()).toHaveLength(2);
  });
});

describe('a server of Slack that hangs', () => {
  it('delays neither the emails of its workspace nor the messages of other workspaces', async () => {
    const [hanging, other] = [await notified(webhooks), await notified(webhooks)];
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
