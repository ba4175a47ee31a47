import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { request, type Answer, type Call } from './src/client.ts';
import { watchEvents } from './src/published-events.ts';
import { startReplicatedStack, type Process } from './src/replicated-stack.ts';

jest.setTimeout(120_000);

/** A change of a credential is effective in all gateways within this time. */
const CREDENTIAL_WITHIN_MS = 1_000;
const IMPORT_LEASE_MS = 6_000;
const IMPORT_ROWS = 10_000;
/** The lease of a leader, its checks, and the load of the machine. */
const LEADS_WITHIN = { timeoutMs: 40_000, pollMs: 100 };
const FINISHED_WITHIN = { timeoutMs: 60_000, pollMs: 500 };

const hooks = await sharedByTests(startWebhookSink);
const replicated = await sharedByTests(async () =>
  startReplicatedStack({
    workspaceCount: 4,
    keysPerWorkspace: 1,
    env: { IMPORT_LEASE_MS: String(IMPORT_LEASE_MS) },
  }),
);
const { faults, keys, processes } = replicated;
const gateways = faults.stack.gatewayUrls;
const [firstGateway = '', secondGateway = ''] = gateways;
const database = await sharedByTests(async () => {
  const client = await MongoClient.connect(faults.stack.mongodbUri);
  return { of: (app: string) => client.db(`outreach_${app}`), stop: async () => client.close() };
});

/** The tests use one workspace each. */
const WORKSPACES = { credentials: 0, limits: 1, endpoints: 2, leases: 3 } as const;
const keyOf = (test: keyof typeof WORKSPACES): string => keys[WORKSPACES[test]] ?? '';

function twoOf(app: string): [Process, Process] {
  const [first, second] = processes.filter((one) => one.app === app);
  if (first === undefined || second === undefined) throw new Error(`${app} has less than two processes.`);
  return [first, second];
}

async function callBoth(call: Call): Promise<Answer[]> {
  return Promise.all(gateways.map(async (baseUrl) => request(baseUrl, call)));
}

describe('a credential that changes, with two gateways', () => {
  async function createKey(): Promise<{ readonly path: string; readonly key: string }> {
    const body = { name: 'Changing', scopes: ['contacts:read'] };
    const call = { method: 'POST', route: '/api/v1/api-keys/', key: keyOf('credentials'), body };
    const created = await request(firstGateway, call);
    expect(created.status).toBe(201);
    return { path: `/api/v1/api-keys/${created.body.id}/`, key: created.body.key };
  }

  /** Both gateways answer with the status within a second after the change. */
  async function expectSoon(call: Call, status: number): Promise<void> {
    const timeoutMs = CREDENTIAL_WITHIN_MS;
    await eventually(
      async () => expect((await callBoth(call)).map((answer) => answer.status)).toEqual([status, status]),
      { timeoutMs },
    );
  }

  it('is refused by both within a second after it was revoked', async () => {
    const { path, key } = await createKey();
    const read = { route: '/api/v1/contacts/', key };
    expect((await callBoth(read)).map(({ status }) => status)).toEqual([200, 200]);
    const revoked = await request(firstGateway, { method: 'DELETE', route: path, key: keyOf('credentials') });
    expect(revoked.status).toBe(204);
    await expectSoon(read, 401);
  });

  it('has its new scopes in both within a second', async () => {
    const { path, key } = await createKey();
    const read = { route: '/api/v1/webhooks/', key };
    expect((await callBoth(read)).map(({ status }) => status)).toEqual([403, 403]);
    const body = { scopes: ['webhooks:read'] };
    const changed = await request(secondGateway, {
      method: 'PATCH',
      route: path,
      key: keyOf('credentials'),
      body,
    });
    expect(changed.status).toBe(200);
    await expectSoon(read, 200);
  });
});

describe('the limit of a key, with two gateways', () => {
  const LIMIT = 100;
  const BEYOND = 20;
  const CONCURRENT = 20;

  it('admits exactly that many requests over both', async () => {
    const body = { name: 'Limited', scopes: ['webhooks:read'], rate_limit_per_minute: LIMIT };
    const creation = { method: 'POST', route: '/api/v1/api-keys/', key: keyOf('limits'), body };
    const created = await request(firstGateway, creation);
    expect(created.status).toBe(201);
    const call = { route: '/api/v1/webhooks/event-types/', key: created.body.key };
    const statuses: number[] = [];
    let sentCount = 0;
    const send = async (): Promise<void> => {
      while (sentCount < LIMIT + BEYOND) {
        sentCount += 1;
        statuses.push((await request(gateways[sentCount % gateways.length] ?? '', call)).status);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, send));
    const countOf = (wanted: number): number => statuses.filter((status) => status === wanted).length;
    expect([countOf(200), countOf(429)]).toEqual([LIMIT, BEYOND]);
  });
});

describe('an endpoint that changes, with two processes of webhooks', () => {
  const BATCH = 40;
  const key = keyOf('endpoints');
  let contactCount = 0;

  async function createContacts(): Promise<void> {
    const contacts = Array.from({ length: BATCH }, () => ({ email: `e${(contactCount += 1)}@example.com` }));
    const route = '/api/v1/contacts/bulk/';
    const { status } = await request(secondGateway, { method: 'POST', route, key, body: { contacts } });
    expect(status).toBe(200);
  }

  /** The numbers of exchanges of both processes since their start. */
  const exchanges = async (): Promise<number[]> =>
    Promise.all(twoOf('webhooks').map(async (one) => one.metric('webhook_exchange_seconds_count')));

  /** Creates contacts until both processes have sent further deliveries, and all have arrived at the path. */
  async function deliverByBoth(path: string): Promise<void> {
    const before = await exchanges();
    const arrivedBefore = arrivedAt(path);
    const createdBefore = contactCount;
    await eventually(async () => {
      await createContacts();
      const now = await exchanges();
      expect(now.every((count, index) => count > (before[index] ?? 0))).toBe(true);
    }, FINISHED_WITHIN);
    await eventually(() => expect(arrivedAt(path) - arrivedBefore).toBe(contactCount - createdBefore));
  }

  const arrivedAt = (path: string): number =>
    hooks.received.filter((one) => one.path === path && 'webhook-sequence' in one.headers).length;

  it('gets all later events at its new address, from both', async () => {
    const body = { name: 'Moving', url: `${hooks.url}/old`, event_subscriptions: ['contact.created'] };
    const created = await request(firstGateway, { method: 'POST', route: '/api/v1/webhooks/', key, body });
    expect(created.status).toBe(201);
    await deliverByBoth('/old');
    const arrivedBefore = arrivedAt('/old');
    const route = `/api/v1/webhooks/${created.body.id}/`;
    const moved = { method: 'PATCH', route, key, body: { url: `${hooks.url}/new` } };
    expect((await request(firstGateway, moved)).status).toBe(200);
    expect((await callBoth({ route, key })).map((answer) => answer.body.url)).toEqual([
      `${hooks.url}/new`,
      `${hooks.url}/new`,
    ]);
    await deliverByBoth('/new');
    expect(arrivedAt('/old')).toBe(arrivedBefore);
  });
});

describe('the work of a killed process of contacts', () => {
  const key = keyOf('leases');

  async function upload(): Promise<string> {
    const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => `${index}@rows.example,Row`);
    const form = new FormData();
    form.append('file', new File([`email,title\n${rows.join('\n')}\n`], 'rows.csv', { type: 'text/csv' }));
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${firstGateway}/api/v1/imports/`, { method: 'POST', headers, body: form });
    const job: { id: string } = JSON.parse(await response.text());
    expect(response.status).toBe(201);
    return job.id;
  }

  const readImport = async (id: string): Promise<Answer> =>
    request(secondGateway, { route: `/api/v1/imports/${id}/`, key });

  /** The process that runs the import, once it has imported some rows. */
  async function importerOf(id: string): Promise<Process> {
    return eventually(
      async () => {
        const { body } = await readImport(id);
        expect([body.status, body.processed_rows > 0]).toEqual(['processing', true]);
        for (const one of twoOf('contacts'))
          if ((await one.metric('work_items_running{queue="imports"}')) > 0) return one;
        throw new Error('No process runs the import.');
      },
      { timeoutMs: 30_000, pollMs: 50 },
    );
  }

  it('goes on in the remaining process: an import takes each row once', async () => {
    const id = await upload();
    const importer = await importerOf(id);
    await importer.killForGood();
    const { body: between } = await readImport(id);
    expect(between.processed_rows).toBeLessThan(IMPORT_ROWS);
    const { body } = await eventually(async () => {
      const answer = await readImport(id);
      expect(answer.body.status).toBe('completed');
      return answer;
    }, FINISHED_WITHIN);
    expect(body).toMatchObject({ processed_rows: IMPORT_ROWS, created_count: IMPORT_ROWS, error_count: 0 });
    await importer.start();
  });

  interface StoredLease {
    readonly _id: string;
    readonly owner: string;
  }
  const readLeases = async (): Promise<StoredLease[]> =>
    database.of('contacts').collection<StoredLease>('leases').find().toArray();

  /** The lease of the process that runs the periodic jobs. */
  const JOBS_LEASE = 'jobs';

  /** A call to the killed process fails, and a POST without a key is not repeated by the gateway. */
  async function createLast(): Promise<string> {
    const body = { email: 'last@rows.example' };
    const created = await eventually(async () => {
      const answer = await request(firstGateway, { method: 'POST', route: '/api/v1/contacts/', key, body });
      expect(answer.status).toBe(201);
      return answer;
    }, LEADS_WITHIN);
    return created.body.id;
  }

  it('goes on in the remaining process: the relay and the jobs of a leader', async () => {
    const [first, second] = twoOf('contacts');
    const events = await watchEvents(faults.stack.natsUrl, {
      type: 'contact.created',
      workspaceId: faults.workspaceIds[WORKSPACES.leases],
    });
    try {
      // A process that stops gives its leases back, so the second one leads everywhere.
      await first.stop();
      const ledBySecond = await eventually(async () => {
        const leases = await readLeases();
        expect(leases.map(({ _id }) => _id)).toContain(JOBS_LEASE);
        const [owner, ...others] = new Set(leases.map((lease) => lease.owner));
        expect(others).toEqual([]);
        return owner;
      }, LEADS_WITHIN);
      await first.start();
      await second.killForGood();
      // The test does not wait for the leases of the killed process.
      const leases = database.of('contacts').collection<StoredLease>('leases');
      await leases.updateMany({ owner: ledBySecond ?? '' }, { $set: { expires_at: new Date() } });
      const id = await createLast();
      await eventually(() => expect(events.idsOf.has(id)).toBe(true), LEADS_WITHIN);
      await eventually(async () => {
        const jobs = (await readLeases()).find(({ _id }) => _id === JOBS_LEASE);
        expect(jobs?.owner).toEqual(expect.any(String));
        expect(jobs?.owner).not.toBe(ledBySecond);
      }, LEADS_WITHIN);
      await second.start();
    } finally {
      await events.stop();
    }
  });
});
