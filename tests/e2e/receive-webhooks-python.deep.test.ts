import { expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { makeDeliveriesDue } from './due-deliveries.ts';
import { createPythonReceiver } from './python-receiver.ts';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const ARRIVES_MS = 40_000;
const POLL_MS = 250;

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));
const python = await sharedByTests(createPythonReceiver);
let number = 0;

async function createContact(): Promise<string> {
  number += 1;
  const body = { email: `python${String(number)}@example.com` };
  return (await running.call('POST', '/api/v1/contacts/', { body })).body.id;
}

async function createEndpoint(url: string) {
  const body = { name: 'Receiver', url, event_subscriptions: ['contact.created'] };
  const created = await running.call('POST', '/api/v1/webhooks/', { body });
  expect(created.status).toBe(201);
  return created.body;
}

/** Waits until the delivery log has an entry like `expected`. */
async function expectAttempt(endpointId: string, expected: Readonly<Record<string, unknown>>) {
  await eventually(
    async () => {
      const { body } = await running.call('GET', `/api/v1/webhooks/${endpointId}/deliveries/`);
      expect(body.data).toContainEqual(expect.objectContaining(expected));
    },
    { timeoutMs: ARRIVES_MS, pollMs: POLL_MS },
  );
}

it('the receiver in Python processes each event once, heals a gap from the feed, and loses no event over a rotation', async () => {
  await python.start();
  const endpoint = await createEndpoint(python.url);
  python.setSecrets([endpoint.signing_secret]);
  /** Retries are due at once. */
  const expectProcessed = async (ids: readonly string[]): Promise<void> => {
    const lines = ids.map((id) => `processed contact.created ${id}`);
    await eventually(
      async () => {
        await makeDeliveriesDue(mongo, { endpointId: endpoint.id });
        expect(python.processed).toEqual(lines);
      },
      { timeoutMs: ARRIVES_MS, pollMs: POLL_MS },
    );
  };
  const first = await createContact();
  await expectProcessed([first]);
  // The receiver answers after its commit; a receiver that is killed before would process the event again.
  await expectAttempt(endpoint.id, { is_test: false, status: 'success' });
  // A gap: the receiver is killed, and reads the feed when it starts again.
  await python.kill();
  const missed = await createContact();
  await expectAttempt(endpoint.id, { is_test: false, status_code: null, status: 'failed' });
  await python.start({
    OUTREACH_URL: running.stack.baseUrl,
    OUTREACH_API_KEY: running.apiKey,
    WEBHOOK_ID: endpoint.id,
  });
  await expectProcessed([first, missed]);
  await expectAttempt(endpoint.id, { status: 'success', retry_count: 1 });
  // A rotation: the receiver has the new secret only after the first delivery that has its signature.
  const rotated = await running.call('POST', `/api/v1/webhooks/${endpoint.id}/rotate-secret/`);
  const between = await createContact();
  await expectAttempt(endpoint.id, { is_test: false, status_code: 401 });
  python.setSecrets([rotated.body.signing_secret, endpoint.signing_secret]);
  await expectProcessed([first, missed, between]);
  expect((await running.call('DELETE', `/api/v1/webhooks/${endpoint.id}/`)).status).toBe(204);
});
