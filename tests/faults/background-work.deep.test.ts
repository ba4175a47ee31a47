/** @alone It measures time. */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request, type Answer } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { watchEvents, type PublishedEvents } from './src/published-events.ts';
import { isLong, seededRandom } from './src/random.ts';

jest.setTimeout(1_500_000);

const FINISHED_WITHIN_MS = 300_000;
const SCENARIOS = { enrichment: 0, suppression: 1, imports: 2 } as const;
type Scenario = keyof typeof SCENARIOS;

const random = seededRandom('background work');
const provider = await sharedByTests(startWebhookSink);
const faults = await sharedByTests(async () =>
  startFaultStack({
    workspaceCount: Object.keys(SCENARIOS).length,
    env: {
      ENRICHMENT_URL: provider.url,
      ENRICHMENT_TIMEOUT_MS: '1000',
      // The shortest lease, so that another worker soon continues the import of a dead one.
      IMPORT_LEASE_MS: '6000',
    },
  }),
);

/** Each scenario has a workspace of its own. */
const keyOf = (scenario: Scenario): string => faults.keys[SCENARIOS[scenario]] ?? '';

async function call(scenario: Scenario, route: string, body?: unknown): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  return request(faults.stack.baseUrl, { route: `/api/v1/${route}`, method, key: keyOf(scenario), body });
}

async function watch(scenario: Scenario, type: string): Promise<PublishedEvents> {
  const workspaceId = faults.workspaceIds[SCENARIOS[scenario]];
  return sharedByTests(async () => watchEvents(faults.stack.natsUrl, { type, workspaceId }));
}

const enriched = await watch('enrichment', 'contact.enriched');
const suppressed = await watch('suppression', 'contact.suppressed');
const created = await watch('imports', 'contact.created');
const updated = await watch('imports', 'contact.updated');

const killContacts = (): void => faults.stack.kill('contacts', 'SIGKILL');

function expectOneEventEach({ idsOf }: PublishedEvents): void {
  expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
}

/** The test before may have killed the service as its last step. */
beforeEach(async () => {
  await eventually(async () => expect((await call('imports', 'contacts/?page_size=1')).status).toBe(200), {
    timeoutMs: FINISHED_WITHIN_MS,
  });
});

describe('enrichment', () => {
  const CONTACTS = isLong ? 200 : 40;
  const DEATHS = isLong ? 20 : 1;
  /** At most this many requests to the provider between two deaths. */
  const REQUESTS_BETWEEN_MAX = isLong ? 40 : 20;

  it('enriches each contact with one event when the service is killed during the requests', async () => {
    let deaths = 0;
    let untilDeath = 1 + Math.floor(random() * REQUESTS_BETWEEN_MAX);
    provider.answerWith((_received, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ city: 'Bern' }));
      untilDeath -= 1;
      if (untilDeath > 0 || deaths === DEATHS) return;
      deaths += 1;
      untilDeath = 1 + Math.floor(random() * REQUESTS_BETWEEN_MAX);
      killContacts();
    });
    const contacts = Array.from({ length: CONTACTS }, (_, at) => ({ email: `c${at}@kestrel.example` }));
    const options = { trigger_enrichment: true };
    const bulk = await call('enrichment', 'contacts/bulk/', { contacts, options });
    expect([bulk.status, bulk.body?.created]).toEqual([200, CONTACTS]);
    await eventually(
      async () => {
        const { body } = await call('enrichment', `contacts/?page_size=${CONTACTS}`);
        const cities = body?.data.map(({ city }: { city: string | null }) => city);
        expect(cities).toEqual(contacts.map(() => 'Bern'));
      },
      { timeoutMs: FINISHED_WITHIN_MS, pollMs: 500 },
    );
    await eventually(() => expect(enriched.idsOf.size).toBe(CONTACTS), { timeoutMs: FINISHED_WITHIN_MS });
    expect(deaths).toBe(DEATHS);
    expectOneEventEach(enriched);
  });
});

describe('the suppression of a domain', () => {
  const BULKS = isLong ? 20 : 2;
  const ROWS = 1_000;
  const DEATHS = isLong ? 10 : 1;
  const WAIT = { timeoutMs: FINISHED_WITHIN_MS, pollMs: 20 };

  it('publishes one event for each contact when the service is killed in between', async () => {
    for (let bulk = 0; bulk < BULKS; bulk += 1) {
      const contacts = Array.from({ length: ROWS }, (_, at) => ({ email: `c${bulk}-${at}@wide.example` }));
      expect((await call('suppression', 'contacts/bulk/', { contacts })).body?.created).toBe(ROWS);
    }
    const suppression = { type: 'domain', value: 'wide.example', reason: 'manual' };
    expect((await call('suppression', 'suppressions/', suppression)).status).toBe(201);
    const total = BULKS * ROWS;
    for (let death = 1; death <= DEATHS; death += 1) {
      const reached = Math.floor(((death - 1 + random()) / DEATHS) * (total / 2));
      await eventually(() => expect(suppressed.idsOf.size).toBeGreaterThan(reached), WAIT);
      killContacts();
    }
    await eventually(() => expect(suppressed.idsOf.size).toBe(total), WAIT);
    expectOneEventEach(suppressed);
  });
});

describe('imports', () => {
  const DEATHS = isLong ? 50 : 1;
  const ROWS_PER_FILE = isLong ? 100_000 : 6_000;
  const FILES = 3;
  /** Rows of each file whose addresses are in the next file too. */
  const SHARED_ROWS = ROWS_PER_FILE / 10;
  /** A chunk takes some hundred milliseconds. */
  const DEATH_WITHIN_MS = 1_500;
  /** Three requests per poll; the key allows 600 a minute. */
  const POLL_MS = 500;
  const SUPPRESSED_EACH = 50;
  const DUPLICATE_EACH = 100;
  const COUNTERS = ['created', 'updated', 'unchanged', 'skipped', 'suppressed', 'conflict', 'error'];
  type Job = Record<string, number>;

  /** A file whose rows count from `first`. Every 50th row is suppressed and every 100th repeats an earlier one. */
  function fileFrom(first: number): string {
    const rows = Array.from({ length: ROWS_PER_FILE }, (_, index) => {
      const number = first + index;
      if (index % SUPPRESSED_EACH === SUPPRESSED_EACH - 1) return `${number}@suppressed.example,Suppressed`;
      if (index % DUPLICATE_EACH === DUPLICATE_EACH - 2) return `${number - 1}@rows.example,Second`;
      return `${number}@rows.example,From ${first}`;
    });
    return `email,title\n${rows.join('\n')}\n`;
  }

  async function upload(content: string): Promise<string> {
    const form = new FormData();
    form.append('file', new File([content], 'rows.csv', { type: 'text/csv' }));
    const response = await fetch(`${faults.stack.baseUrl}/api/v1/imports/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyOf('imports')}` },
      body: form,
    });
    const job: { id: string } = JSON.parse(await response.text());
    expect(response.status).toBe(201);
    return job.id;
  }

  async function readJobs(ids: readonly string[]) {
    const read = async (id: string) => {
      const { status, body } = await call('imports', `imports/${id}/`);
      expect(status).toBe(200);
      return body;
    };
    return Promise.all(ids.map(read));
  }

  const processedIn = (jobs: readonly Job[]): number =>
    jobs.reduce((sum, job) => sum + (job['processed_rows'] ?? 0), 0);
  const sumOf = (jobs: readonly Job[], counter: string): number =>
    jobs.reduce((sum, job) => sum + (job[`${counter}_count`] ?? 0), 0);

  /** Kills the service at random times, each time after a job made progress since the previous death. */
  async function killDuring(ids: readonly string[]): Promise<number> {
    let deaths = 0;
    let processedBefore = -1;
    const areFinished = (jobs: readonly { finished_at: string | null }[]): boolean =>
      jobs.every((job) => job.finished_at !== null);
    while (deaths < DEATHS) {
      const jobs = await eventually(
        async () => {
          const found = await readJobs(ids);
          if (!areFinished(found)) expect(processedIn(found)).toBeGreaterThan(processedBefore);
          return found;
        },
        { timeoutMs: 60_000, pollMs: POLL_MS },
      );
      if (areFinished(jobs)) break;
      await delay(random() * DEATH_WITHIN_MS);
      processedBefore = processedIn(await readJobs(ids));
      killContacts();
      deaths += 1;
    }
    process.stderr.write(`imports: ${String(deaths)} deaths\n`);
    return deaths;
  }

  it('take each row of three concurrent files once, with one event per change, when the service is killed', async () => {
    await call('imports', 'suppressions/', { type: 'domain', value: 'suppressed.example' });
    const firsts = Array.from({ length: FILES }, (_, file) => file * (ROWS_PER_FILE - SHARED_ROWS));
    const ids = await Promise.all(firsts.map(async (first) => upload(fileFrom(first))));
    expect(await killDuring(ids)).toBeGreaterThan(0);
    const jobs = await eventually(
      async () => {
        const found = await readJobs(ids);
        for (const job of found) expect(job.finished_at).not.toBeNull();
        return found;
      },
      { timeoutMs: 2 * FINISHED_WITHIN_MS, pollMs: POLL_MS },
    );
    for (const job of jobs) {
      expect(job).toMatchObject({
        status: 'completed',
        total_rows: ROWS_PER_FILE,
        processed_rows: ROWS_PER_FILE,
        suppressed_count: ROWS_PER_FILE / SUPPRESSED_EACH,
        skipped_count: ROWS_PER_FILE / DUPLICATE_EACH,
      });
      expect(COUNTERS.reduce((sum, counter) => sum + sumOf([job], counter), 0)).toBe(ROWS_PER_FILE);
    }
    const addresses = new Set(firsts.flatMap((first) => fileFrom(first).match(/^\d+@rows/gm) ?? []));
    const { body: list } = await call('imports', 'contacts/?page_size=1');
    expect(list.meta.total_count).toBe(addresses.size);
    expect(sumOf(jobs, 'created')).toBe(addresses.size);
    await eventually(
      () => {
        expect(created.idsOf.size).toBe(addresses.size);
        expectOneEventEach(created);
        const changes = [...updated.idsOf.values()].reduce((sum, one) => sum + one.size, 0);
        expect(changes).toBe(sumOf(jobs, 'updated'));
      },
      { timeoutMs: 60_000 },
    );
  });
});
