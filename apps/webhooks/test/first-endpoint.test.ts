import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const webhooks = await sharedByTests(async () => startWebhooks());

async function publish(workspaceId: string) {
  const event = contactEvent(workspaceId);
  await webhooks.publish(event);
  return event;
}

const storedIds = async (workspaceId: string): Promise<unknown[]> =>
  webhooks.database.collection('events').distinct('_id', { workspace_id: workspaceId });

describe('events of a workspace', () => {
  it('are not stored before its first endpoint, and delivered from then on', async () => {
    const [ws, other] = [newWorkspace(), newWorkspace()];
    await createEndpoint(webhooks, other);
    webhooks.sink.clear();
    await publish(ws);
    // The event of the workspace with an endpoint was published later, so both were consumed.
    const behind = await publish(other);
    await eventually(async () => expect(await storedIds(other)).toEqual([behind.id]));
    expect(await storedIds(ws)).toEqual([]);
    await createEndpoint(webhooks, ws);
    const first = await publish(ws);
    await eventually(async () => expect(await storedIds(ws)).toEqual([first.id]));
    const ids = (await webhooks.sink.waitFor(3)).map((received) => received.headers['webhook-id']);
    expect(ids).toEqual(expect.arrayContaining([behind.id, first.id]));
  });

  it('are delivered after the reply of its first endpoint, also if other events arrive all the time', async () => {
    const ws = newWorkspace();
    const publishing = { isOver: false };
    const publishAll = async (): Promise<void> => {
      while (!publishing.isOver) await publish(ws);
    };
    await publish(ws);
    const earlier = publishAll();
    await createEndpoint(webhooks, ws);
    publishing.isOver = true;
    const later = await Promise.all(Array.from({ length: 20 }, async () => publish(ws)));
    await earlier;
    const ids = later.map(({ id }) => id);
    await eventually(async () => expect(await storedIds(ws)).toEqual(expect.arrayContaining(ids)));
  });
});
