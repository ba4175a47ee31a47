import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const GDPR = { scopes: new Set(['admin:gdpr']) };
/** More than two pages. */
const MANY = 120;

const webhooks = await sharedByTests(startWebhooks);
const { client } = webhooks;

interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly deliveries: readonly object[];
}

async function read(workspaceId: string, contactId: string): Promise<ShownEvent[]> {
  const ctx = testCall(workspaceId, GDPR);
  const records: ShownEvent[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const request = { contact_id: contactId, section: 'events', after };
    const page: Awaited<ReturnType<typeof client.readPersonalData>> = await client.readPersonalData(
      ctx,
      request,
    );
    records.push(...page.records_json.map((text) => JSON.parse(text)));
    after = page.after;
  }
  return records;
}

describe('the personal data of a contact', () => {
  it('has its events with what receivers have answered', async () => {
    const ws = newWorkspace();
    webhooks.sink.answerWith(({ body }, response) => response.end(body));
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/shown` });
    const [event, other] = [contactEvent(ws), contactEvent(ws)];
    await webhooks.publish(event, other);
    await eventually(async () => {
      const [shown, ...others] = await read(ws, event.aggregate.id);
      expect([shown, others]).toMatchObject([
        {
          ...{ id: event.id, type: event.type, data: { id: event.aggregate.id } },
          deliveries: [
            { endpoint_id: endpoint.id, status: 'success', response_body: expect.stringContaining(event.id) },
          ],
        },
        [],
      ]);
    });
    expect(await read(newWorkspace(), event.aggregate.id)).toEqual([]);
  });

  it('has all events, page by page', async () => {
    const [ws, contactId] = [newWorkspace(), newId('ct')];
    const own = { workspace_id: ws, aggregate_id: contactId, type: 'contact.updated' };
    const [at, timestamp] = [new Date(), new Date().toISOString()];
    const ids = Array.from({ length: MANY }, () => newId('evt')).toSorted();
    const rows = ids.map((id, index) => {
      const body = { id, type: own.type, timestamp, workspace_id: ws, api_version: 'v1', data: {} };
      const times = { occurred_at: at, created_at: at };
      return { _id: id, ...own, ...times, sequence: -index - 1, body: JSON.stringify(body) };
    });
    await webhooks.database.collection<{ _id: string }>('events').insertMany(rows);
    expect((await read(ws, contactId)).map(({ id }) => id)).toEqual(ids);
  });

  it('requires admin:gdpr', async () => {
    const ctx = testCall(newWorkspace(), { scopes: new Set(['webhooks:read']) });
    const request = { contact_id: newId('ct'), section: 'events', after: '' };
    await expect(client.readPersonalData(ctx, request)).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:gdpr' },
    });
  });
});
