/** @alone It measures time. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const HANGING_ENDPOINTS = 20;
const EVENTS = 60;
/** Well below the 30 s for which a hanging exchange occupies its slot; generous for a loaded machine. */
const PROMPT_MS = 2_500;

// The hanging endpoints of one workspace want 160 slots.
const webhooks = await sharedByTests(async () => startWebhooks({ env: { DELIVERY_CONCURRENCY: '64' } }));

function hangAt(path: string): void {
  webhooks.sink.answerWith((received, response) => {
    if (received.path !== path) response.writeHead(200).end();
  });
}

async function hangingWorkspace(path: string): Promise<string> {
  const ws = newWorkspace();
  await Promise.all(
    Array.from({ length: HANGING_ENDPOINTS }, async () =>
      createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}${path}` }),
    ),
  );
  return ws;
}

/** Time in ms from the publication of an event to its arrival at a healthy endpoint, for each event. */
async function latencies(workspaceId: string, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < EVENTS; n += 1) {
    const event = contactEvent(workspaceId);
    const startedAtMs = Date.now();
    await webhooks.publish(event);
    const arrived = await eventually(() => {
      const found = webhooks.sink.received.find(
        ({ headers, path: at }) => at === path && headers['webhook-id'] === event.id,
      );
      if (found === undefined) throw new Error('The event has not arrived.');
      return found;
    });
    taken.push(arrived.receivedAtMs - startedAtMs);
  }
  return taken.toSorted((a, b) => a - b);
}

describe('deliveries of a workspace', () => {
  it('arrive promptly while the endpoints of one other workspace hang, and of several', async () => {
    const healthy = newWorkspace();
    await createEndpoint(webhooks, healthy, { url: `${webhooks.sink.url}/healthy` });
    const quiet = await latencies(healthy, '/healthy');
    const workspaces = [await hangingWorkspace('/hang')];
    hangAt('/hang');
    const flood = async (ws: string) =>
      webhooks.publish(...Array.from({ length: 30 }, () => contactEvent(ws)));
    await Promise.all(workspaces.map(flood));
    // The share of one workspace.
    await eventually(() => {
      const hanging = webhooks.sink.received.filter(({ path }) => path === '/hang').length;
      expect(hanging).toBeGreaterThanOrEqual(HANGING_ENDPOINTS + 32);
    });
    const besideOne = await latencies(healthy, '/healthy');
    webhooks.sink.answerWith((_received, response) => response.writeHead(200).end());
    const more = await Promise.all([hangingWorkspace('/hang'), hangingWorkspace('/hang')]);
    hangAt('/hang');
    await Promise.all(more.map(flood));
    const besideThree = await latencies(healthy, '/healthy');
    const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
    expect(besideOne.at(-1)).toBeLessThan(PROMPT_MS);
    expect(besideThree.at(-1)).toBeLessThan(2 * PROMPT_MS);
    expect(median(besideThree)).toBeLessThan(median(quiet) + 100);
  }, 90_000);
});
