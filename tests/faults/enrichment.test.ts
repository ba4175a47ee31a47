import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually, startWebhookSink, type WebhookSink } from '@outreach/testing';
import { request } from './src/client.ts';
import { watchEvents, type SeenEvents } from './src/published-events.ts';
import { startFaultStack, type FaultStack } from './src/fault-stack.ts';
import { isLong, seededRandom } from './src/random.ts';

jest.setTimeout(600_000);

const CONTACTS = 200;
const DEATHS = isLong ? 20 : 2;
/** Requests to the provider between two deaths, at most. */
const REQUESTS_BETWEEN_MAX = 40;
const ENRICHED_WITHIN_MS = 120_000 + DEATHS * 10_000;

const random = seededRandom('enrichment');
let sink: WebhookSink;
let faults: FaultStack;
let enriched: SeenEvents;

beforeAll(async () => {
  sink = await startWebhookSink();
  faults = await startFaultStack({
    workspaceCount: 1,
    env: { ENRICHMENT_URL: sink.url, ENRICHMENT_TIMEOUT_MS: '1000' },
  });
  enriched = await watchEvents(faults.stack.natsUrl, 'contact.enriched');
});

afterAll(async () => {
  await enriched.stop();
  await faults.stop();
  await sink.close();
});

it('contacts that wait to be enriched are, each told once, when the service is killed in the middle', async () => {
  const { stack, keys } = faults;
  const [key = ''] = keys;
  let deaths = 0;
  let untilDeath = 1 + Math.floor(random() * REQUESTS_BETWEEN_MAX);
  sink.answerWith((_received, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ city: 'Bern' }));
    untilDeath -= 1;
    if (untilDeath > 0 || deaths === DEATHS) return;
    deaths += 1;
    untilDeath = 1 + Math.floor(random() * REQUESTS_BETWEEN_MAX);
    stack.kill('contacts', 'SIGKILL');
  });
  const contacts = Array.from({ length: CONTACTS }, (_, index) => ({ email: `c${index}@kestrel.example` }));
  const body = { contacts, options: { trigger_enrichment: true } };
  const route = '/api/v1/contacts/bulk/';
  const bulk = await request(stack.baseUrl, { method: 'POST', route, key, body });
  expect([bulk.status, bulk.body?.created]).toEqual([200, CONTACTS]);
  const list = `/api/v1/contacts/?page_size=${CONTACTS}`;
  await eventually(
    async () => {
      const { body: page } = await request(stack.baseUrl, { route: list, key });
      const cities = page?.data.map(({ city }: { city: string | null }) => city);
      expect(cities).toEqual(contacts.map(() => 'Bern'));
    },
    { timeoutMs: ENRICHED_WITHIN_MS, pollMs: 1_000 },
  );
  await eventually(() => expect(enriched.idsOf.size).toBe(CONTACTS), { timeoutMs: ENRICHED_WITHIN_MS });
  expect(deaths).toBe(DEATHS);
  expect([...enriched.idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
});
