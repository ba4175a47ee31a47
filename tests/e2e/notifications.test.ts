import { expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const PATH = '/api/v1/notification-settings/';
const SLACK = '/services/T0000/B0000/token-of-slack-a1B2';

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);

it('reports an endpoint that answers 410 to Slack, whose URL is in no answer and not in the audit log', async () => {
  const settings = { emails: [], events: ['webhook.endpoint_disabled'] };
  const put = await running.call('PUT', PATH, {
    body: { ...settings, slack_webhook_url: `${sink.url}${SLACK}` },
  });
  const shown = { ...settings, slack_webhook_url: { host: new URL(sink.url).host, preview: 'a1B2' } };
  expect(put).toMatchObject({ status: 200, body: shown });
  expect((await running.call('GET', PATH)).body).toEqual(shown);
  const withEmail = { ...settings, emails: ['ops@example.com'] };
  expect(await running.call('PUT', PATH, { body: withEmail })).toMatchObject({
    status: 422,
    body: { error: { code: 'mail_not_configured' } },
  });

  sink.answerWith(({ path }, response) => response.writeHead(path === SLACK ? 200 : 410).end());
  const endpoint = { name: 'CRM', url: `${sink.url}/gone`, event_subscriptions: ['contact.created'] };
  const created = await running.call('POST', '/api/v1/webhooks/', { body: endpoint });
  await running.call('POST', '/api/v1/contacts/', { body: { email: 'notified@example.com' } });
  const [message] = await sink.waitFor(1, SLACK, 30_000);
  const { baseUrl } = running.stack;
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    mrkdwn: false,
    text: expect.stringContaining(
      `“CRM” answered 410 Gone and was disabled.\n${baseUrl}/console/webhooks/${String(created.body.id)}`,
    ),
  });

  await eventually(async () => {
    const audit = await running.call('GET', '/api/v1/audit-log/');
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'notification_settings.updated',
        target: { type: 'notification_settings', id: null },
      }),
    );
    expect(audit.text).not.toContain('token-of-slack');
  });
  const off = { emails: [], events: [], slack_webhook_url: null };
  expect((await running.call('PUT', PATH, { body: off })).body).toEqual(off);
  await running.call('DELETE', `/api/v1/webhooks/${String(created.body.id)}/`);
});
