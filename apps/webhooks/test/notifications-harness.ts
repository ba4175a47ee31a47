import { expect } from '@jest/globals';
import { campaignCompleted } from '@outreach/contracts-campaigns/events';
import { importCompleted } from '@outreach/contracts-contacts/events';
import type { SetNotificationSettingsRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { createFakeClock, eventLike, eventually, testCall, type FakeClock } from '@outreach/testing';
import { startMailSink, type MailSink } from '@outreach/testing/mail';
import { answerStatus, type ReceivedWebhook } from '@outreach/testing/webhook-sink';
import { z } from 'zod';
import { newWorkspace, startWebhooks, type WebhooksUnderTest } from './webhooks-harness.ts';

export const QUIET_MS = 5 * 60_000;
export const LEASE_MS = 180_000;

const SlackBody = z.object({ text: z.string() });

/** The webhooks service with a mail server; its receiver of webhooks is the server of Slack too. */
export interface NotificationsUnderTest extends WebhooksUnderTest {
  readonly clock: FakeClock;
  readonly mail: MailSink;
  /** Lets time pass and wakes the workers. */
  pass(ms: number): void;
  /** Before each test: forgets the requests and replies of the previous one. */
  reset(): void;
}

export async function startNotifications(): Promise<NotificationsUnderTest> {
  const clock = createFakeClock(Date.now());
  const mail = await startMailSink({ hasStartTls: false });
  const webhooks = await startWebhooks({
    clock,
    random: () => 0.5,
    env: {
      PUBLIC_BASE_URL: 'https://outreach.example.com',
      SYSTEM_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SYSTEM_MAIL_FROM: 'outreach@example.com',
    },
  });
  return {
    ...webhooks,
    clock,
    mail,
    pass: (ms) => {
      clock.advance(ms);
      webhooks.wake('notification_collections');
      webhooks.wake('notifications');
    },
    reset: () => {
      clock.set(Date.now());
      webhooks.sink.clear();
      webhooks.sink.answerWith(answerStatus(200));
      mail.replies.clear();
    },
    stop: async () => {
      await webhooks.stop();
      await mail.stop();
    },
  };
}

type Settings = Partial<SetNotificationSettingsRequest>;

/** A workspace with a Slack URL and an address of its own. */
export async function notified(
  { client, sink, mail, database }: NotificationsUnderTest,
  changes: Settings = {},
) {
  const ws = newWorkspace();
  const email = `${ws.toLowerCase().replace('_', '-')}@example.com`;
  const path = `/slack/${ws}/token-of-slack`;
  const set = async (settings: Settings) =>
    client.setNotificationSettings(testCall(ws), {
      emails: [email],
      slack_webhook_url: `${sink.url}${path}`,
      events: ['import.completed', 'campaign.completed', 'webhook.endpoint_failing'],
      ...settings,
    });
  await set(changes);
  const ofWorkspace = { workspace_id: ws };
  return {
    ws,
    email,
    path,
    set,
    letters: () => mail.received.filter(({ to }) => to.includes(email)),
    posts: () => sink.received.filter((received) => received.path === path),
    /** Waits until so many events wait for the next message. */
    counted: async (eventCount: number): Promise<void> =>
      eventually(async () => {
        const found = await database.collection('notification_collections').findOne(ofWorkspace);
        expect(found).toMatchObject({ event_count: eventCount });
      }),
    /** Waits until no message waits. */
    settled: async (): Promise<void> =>
      eventually(async () => {
        expect(await database.collection('notifications').countDocuments(ofWorkspace)).toBe(0);
      }),
    /** Waits until one message has failed so often, and returns when it is due. */
    dueAfter: async (failures: number): Promise<Date> =>
      eventually(async () => {
        const found = await database.collection('notifications').find(ofWorkspace).toArray();
        expect(found).toMatchObject([{ failures, lease_token: null }]);
        return z.date().parse(found[0]?.['due_at']);
      }),
  };
}

export const imported = (ws: string, file = 'contacts.csv'): DomainEvent =>
  eventLike(importCompleted, { workspaceId: ws, data: { workspace_id: ws, file_name: file } });

export const completed = (ws: string): DomainEvent =>
  eventLike(campaignCompleted, { workspaceId: ws, data: { workspace_id: ws } });

/** The text of a message to Slack. */
export function textOf(received: Pick<ReceivedWebhook, 'body'> | undefined): string {
  return SlackBody.parse(JSON.parse(received?.body ?? '')).text;
}
