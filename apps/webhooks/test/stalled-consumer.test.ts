import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import {
  contactEvent,
  createEndpoint,
  newWorkspace,
  startWebhooks,
  type WebhooksUnderTest,
} from './webhooks-harness.ts';

const STREAM_BYTES = 1_048_576;
const MESSAGE_BYTES = 65_536;
/** The answer of a full stream. */
const FULL = { api_error: { description: 'maximum bytes exceeded' } };

let webhooks: WebhooksUnderTest;

beforeAll(async () => {
  webhooks = await startWebhooks({ env: { NATS_STREAM_MAX_BYTES: String(STREAM_BYTES) } });
});
afterAll(async () => webhooks.stop());

describe('a full stream of campaigns whose consumer in contacts is stalled', () => {
  it('leaves the webhooks of contacts alone', async () => {
    const workspaceId = newWorkspace();
    await createEndpoint(webhooks, workspaceId);
    // The contacts service does not run: its durable acknowledges nothing.
    const content = 'x'.repeat(MESSAGE_BYTES);
    const subject = { service: 'campaigns', type: 'enrollment.enrolled' };
    const publish = async () => webhooks.publishContent(subject, content);
    const fill = async (): Promise<void> => {
      for (let n = 0; n < STREAM_BYTES / MESSAGE_BYTES; n += 1) await publish();
    };
    await expect(fill()).rejects.toMatchObject(FULL);
    const events = [contactEvent(workspaceId), contactEvent(workspaceId)];
    await webhooks.publish(...events);
    await eventually(() => {
      const delivered = webhooks.sink.received.map(({ headers }) => headers['webhook-id']);
      expect(delivered).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
    });
    await expect(publish()).rejects.toMatchObject(FULL);
  });
});
