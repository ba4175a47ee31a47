import { describe, expect, it } from '@jest/globals';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { newId } from '@outreach/service-kit';
import { rotateServiceKey, testCall } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { webhooksService } from '../src/app.ts';
import { newWorkspace } from './webhooks-harness.ts';

const sink = await sharedByTests(startWebhookSink);

describe('the sealed fields of webhooks', () => {
  it('match the table, and are sealed again with a new SERVICE_KEY', async () => {
    const { declared, before, after } = await rotateServiceKey({
      service: webhooksService,
      definition: WebhooksServiceService,
      env: { OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8' },
      fill: async (client) => {
        const idempotency = { id: newId('idem'), fingerprint: 'same' };
        await client.createEndpoint(testCall(newWorkspace(), { idempotency }), {
          name: 'CRM',
          url: sink.url,
          event_subscriptions: ['contact.created'],
          custom_headers: {},
        });
        await client.setNotificationSettings(testCall(newWorkspace()), {
          emails: [],
          slack_webhook_url: `${sink.url}/slack`,
          events: [],
        });
      },
    });
    expect(before).toEqual(declared.toSorted());
    expect(after).toEqual(before);
  });
});
