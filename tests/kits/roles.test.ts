import { connect } from 'node:net';
import { describe, expect, it, jest } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { newId } from '@outreach/service-kit';
import { connectRpc } from '@outreach/service-kit/grpc';
import type { RpcClient } from '@outreach/service-kit/rpc';
import { eventually, testCall, testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { startProcess, type ServiceProcess } from './service-process.ts';

jest.setTimeout(120_000);

const WORK_WITHIN_MS = 30_000;
/** Queues poll at multiples of this time. Work that is added and done between two polls was woken. */
const POLL_MS = 5_000;
const WOKEN_CONTACTS = 3;
/** On a busy machine, the work of some contacts takes until the next poll. */
const CONTACTS_MAX = 12;
/** Held by the process that runs the periodic jobs of a service. */
const JOBS_LEASE = 'jobs';

type Contacts = RpcClient<typeof ContactsServiceService>;

interface ProcessPerRole {
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;
  startWorker(): Promise<ServiceProcess>;
  /** Calls the process with the role api. */
  readonly contacts: Contacts;
  stop(): Promise<void>;
}

async function startProcessPerRole(): Promise<ProcessPerRole> {
  const { env, identities } = await testEnvironment('contacts');
  const api = await startProcess('contacts', { ...env, ROLES: 'api' });
  const startWorker = async () => startProcess('contacts', { ...env, ROLES: 'worker' });
  const worker = await startWorker();
  await Promise.all([api.ready(), worker.ready()]);
  const connection = connectRpc(ContactsServiceService, {
    audience: 'contacts',
    address: api.address,
    identity: identities.signer,
  });
  const stop = async (): Promise<void> => {
    connection.close();
    await Promise.all([api.stop(), worker.stop()]);
  };
  return { api, worker, startWorker, contacts: connection.client, stop };
}

const { api, worker, startWorker, contacts } = await sharedByTests(startProcessPerRole);

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const workspaceId = newId('ws');
const call = () => testCall(workspaceId);

async function create(email: string): Promise<string> {
  const input = { email, company: undefined, tags: [], custom_fields: undefined };
  const { contact } = await contacts.createContact(call(), { input, mask: ['email'] });
  return contact?.id ?? '';
}

async function isEnriched(id: string): Promise<boolean> {
  return (await contacts.getContact(call(), { id })).contact?.is_enriched === true;
}

async function valueOf({ get }: ServiceProcess, metric: string): Promise<number> {
  const { text } = await get('/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith(metric));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('a process per role', () => {
  it('serves gRPC in both processes, if a method leaves the cluster', async () => {
    expect(await isListening(api.grpcPort)).toBe(true);
    expect(await isListening(worker.grpcPort)).toBe(true);
    expect((await worker.get('/readyz')).status).toBe(200);
  });

  it('does the work of a command in the process with the role worker only', async () => {
    const id = await create('maria@kestrel.example');
    await contacts.enrichContact(call(), { id });
    await eventually(async () => expect(await isEnriched(id)).toBe(true), { timeoutMs: WORK_WITHIN_MS });
    const handled = 'work_items_total{queue="enrich-contacts"';
    // The work is counted after its transaction.
    await eventually(async () => expect(await valueOf(worker, handled)).toBe(1));
    expect(await valueOf(api, handled)).toBe(0);
  });

  it('starts the work of a command at once, not at the next poll', async () => {
    const pollCount = (): number => Math.floor(Date.now() / POLL_MS);
    let woken = 0;
    for (let index = 0; index < CONTACTS_MAX && woken < WOKEN_CONTACTS; index += 1) {
      const id = await create(`woken-${String(index)}@kestrel.example`);
      const before = pollCount();
      await contacts.enrichContact(call(), { id });
      await eventually(async () => expect(await isEnriched(id)).toBe(true), { timeoutMs: WORK_WITHIN_MS });
      if (pollCount() === before) woken += 1;
    }
    expect(woken).toBe(WOKEN_CONTACTS);
  });

  it('serves and publishes without a worker, which finds the work when it is back', async () => {
    await worker.stop('SIGKILL');
    const published = await valueOf(api, 'outbox_published_total');
    const id = await create('noor@kestrel.example');
    await contacts.enrichContact(call(), { id });
    await eventually(
      async () => expect(await valueOf(api, 'outbox_published_total')).toBeGreaterThan(published),
      { timeoutMs: WORK_WITHIN_MS },
    );
    expect(await isEnriched(id)).toBe(false);
    expect((await api.get('/readyz')).status).toBe(200);
    const next = await startWorker();
    try {
      await eventually(async () => expect(await isEnriched(id)).toBe(true), { timeoutMs: WORK_WITHIN_MS });
    } finally {
      await next.stop();
    }
  });
});

/** Starts a worker and stops it when it is ready. */
async function runWorker(service: string): Promise<void> {
  const { env } = await testEnvironment(service);
  const mongo = await MongoClient.connect(env['MONGODB_URI'] ?? '');
  const leases = mongo.db(env['MONGODB_DATABASE']).collection<{ _id: string }>('leases');
  const process = await startProcess(service, { ...env, CONTACTS_ADDRESS: api.address, ROLES: 'worker' });
  try {
    await process.ready();
    expect(await isListening(process.grpcPort)).toBe(true);
    await eventually(async () => expect(await leases.countDocuments({ _id: JOBS_LEASE })).toBe(1));
    await process.stop();
    expect(await leases.countDocuments({ _id: JOBS_LEASE })).toBe(0);
  } finally {
    await process.stop();
    await mongo.close();
  }
}

describe('the worker of campaigns and of webhooks', () => {
  it('is ready, serves the methods that leave the cluster, and gives the lease of periodic jobs back', async () => {
    await Promise.all(['campaigns', 'webhooks'].map(runWorker));
  });
});
