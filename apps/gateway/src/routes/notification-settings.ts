import { describedBy } from '@outreach/contracts-common';
import { NOTIFICATION_EVENTS, webhookErrors } from '@outreach/contracts-webhooks';
import type { NotificationSettings } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { email, enumText, optional, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { requirePresent, route } from './route.ts';

const EMAILS_MAX = 20;

const SettingsRecord = z
  .object({
    emails: z.array(z.string()).describe('Addresses that get an email each, at most 20.'),
    slack_webhook_url: z
      .object({
        host: z.string().describe('Host of the URL.'),
        preview: z.string().describe('The last characters of the URL; empty for a short one.'),
      })
      .nullable()
      .describe('The URL that Slack messages are posted to. It is a secret, so it is not shown.'),
    events: z.array(enumText(NOTIFICATION_EVENTS)).describe('The events that are notified.'),
  })
  .meta({ id: 'NotificationSettings' });

const SettingsBody = z
  .object(
    describedBy(SettingsRecord, {
      emails: z.array(email()).max(EMAILS_MAX),
      slack_webhook_url: optional(z.string(), {
        type: 'string',
        format: 'uri',
        maxLength: TEXT_MAX.url,
        writeOnly: true,
      }).describe(
        'URL of an incoming webhook of Slack. Absent keeps the stored URL, `null` removes it. Private and special addresses are refused.',
      ),
      events: z.array(z.enum(NOTIFICATION_EVENTS)).max(NOTIFICATION_EVENTS.length),
    }),
  )
  .meta({ id: 'NotificationSettingsInput' });

const example = {
  emails: ['ops@example.com'],
  slack_webhook_url: { host: 'hooks.slack.com', preview: 'a1B2' },
  events: ['campaign.auto_paused', 'sending_account.disconnected'],
};
const shared = {
  path: '/api/v1/notification-settings/',
  tags: ['workspace'],
  scope: ['admin:keys'],
} as const;

export const notificationSettingsRoutes = [
  route({
    ...shared,
    method: 'get',
    operationId: 'getNotificationSettings',
    summary: 'Get the notification settings',
    description: 'Who is notified of which events by email and Slack.',
    responses: { 200: SettingsRecord },
    example: { responses: { 200: example } },
    handle: async ({ ctx }, { webhooks }) => {
      const { settings } = await webhooks.getNotificationSettings(ctx, {});
      return { status: 200, body: toRecord(requirePresent(settings)) };
    },
  }),
  route({
    ...shared,
    method: 'put',
    operationId: 'setNotificationSettings',
    summary: 'Replace the notification settings',
    description:
      'The first event goes out at once. After a message, further events of the workspace wait until five minutes have passed and go as one. Failed messages are retried as webhooks are. Without an address and a URL, notifications are off.',
    body: SettingsBody,
    responses: { 200: SettingsRecord },
    errors: [webhookErrors.mailNotConfigured],
    example: {
      body: {
        emails: example.emails,
        slack_webhook_url: 'https://hooks.slack.com/services/T0000/B0000/XXXXXXXXa1B2',
        events: example.events,
      },
      responses: { 200: example },
    },
    handle: async ({ ctx, body }, { webhooks }) => {
      const { emails, events, slack_webhook_url: url } = body;
      const request = { emails, events, slack_webhook_url: url === null ? '' : url };
      const { settings } = await webhooks.setNotificationSettings(ctx, request);
      return { status: 200, body: toRecord(requirePresent(settings)) };
    },
  }),
];

function toRecord(settings: NotificationSettings): z.output<typeof SettingsRecord> {
  const { emails, slack_webhook_url: slack, events } = settings;
  const url = slack === undefined ? null : { host: slack.host, preview: slack.preview };
  return { emails, slack_webhook_url: url, events };
}
