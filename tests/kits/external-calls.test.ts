import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import {
  bindRpc,
  connectRpc,
  createGrpcServer,
  createLogger,
  type GrpcServer,
  type RpcConnection,
} from '@outreach/service-kit';
import { createTestIdentities, eventually, testCall, type TestIdentities } from '@outreach/testing';
import { plainCommands, unused } from './plain-commands.ts';

/** As much of a contract as the tests call. */
const { createContact, getContact } = ContactsServiceService;
const Definition = { createContact, getContact };
const POOL_CALLS = 64;
const CALLS_PER_WORKSPACE = 5;
const READS_AT_ONCE = 200;
const CALLS_TO_OPEN = 20;

let identities: TestIdentities;
let server: GrpcServer;
let connection: RpcConnection<typeof Definition>;
let onGet: () => Promise<void> = async () => undefined;
/** Workspaces of the calls that hang in the server, and how to end them. */
let hanging: { readonly workspaceId: string; readonly end: (thrown?: Error) => void }[] = [];

beforeAll(async () => {
  identities = await createTestIdentities();
  server = createGrpcServer({
    name: 'contacts',
    listen: '127.0.0.1:0',
    identity: identities.verifierFor('contacts'),
    commands: plainCommands,
    logger: createLogger({ name: 'test', level: 'silent' }),
    services: [
      bindRpc(Definition, {
        ...unusedRows,
        createContact: { scope: ['contacts:write'], command: async ({ workspaceId }) => hang(workspaceId) },
        getContact: {
          scope: ['contacts:read'],
          query: async () => onGet().then(() => ({ contact: undefined, score_breakdown: undefined })),
        },
      }),
    ],
  });
  await server.start();
});

// Breakers remember the calls before, so each test has its own.
beforeEach(() => {
  connection = connectRpc(Definition, {
    audience: 'contacts',
    address: server.address(),
    identity: identities.signer,
    outside: ['createContact'],
  });
});

afterEach(() => {
  endAll();
  connection.close();
});
afterAll(async () => {
  await server.stop();
});

const unusedRows = {
  listContacts: { scope: ['contacts:read'], query: unused },
  updateContact: { scope: ['contacts:write'], command: unused },
  deleteContact: { scope: ['contacts:write'], command: unused },
} as const;

async function hang(workspaceId: string) {
  return new Promise<{ contact: undefined; created: boolean }>((resolve, reject) => {
    const end = (thrown?: Error): void => {
      if (thrown === undefined) resolve({ contact: undefined, created: true });
      else reject(thrown);
    };
    hanging.push({ workspaceId, end });
  });
}

function endAll(thrown?: Error): void {
  const ending = hanging;
  hanging = [];
  for (const { end } of ending) end(thrown);
}

async function create(workspaceId: string, deadlineMs = 20_000): Promise<unknown> {
  const ctx = testCall(workspaceId, { deadlineAtMs: Date.now() + deadlineMs });
  return connection.client.createContact(ctx, { input: undefined, mask: undefined });
}

async function createMany(count: number, workspaceOf: (index: number) => string) {
  return Array.from({ length: count }, async (_, index) => create(workspaceOf(index)));
}

async function untilHanging(count: number): Promise<void> {
  await eventually(() => expect(hanging).toHaveLength(count));
}

describe('calls that wait for a server outside', () => {
  it('leave the reads of the same backend alone, however many hang', async () => {
    const creates = await createMany(2 * POOL_CALLS, (index) => `ws_${String(index)}`);
    await untilHanging(POOL_CALLS);
    const reads = Array.from({ length: READS_AT_ONCE }, async () =>
      connection.client.getContact(testCall('ws_0'), { id: 'ct_1' }),
    );
    expect(await Promise.all(reads)).toHaveLength(READS_AT_ONCE);
    expect(hanging).toHaveLength(POOL_CALLS);
    endAll();
    await untilHanging(POOL_CALLS);
    endAll();
    await Promise.all(creates);
  });

  it('wait when their workspace has its share under way, while another workspace goes at once', async () => {
    const greedy = await createMany(2 * CALLS_PER_WORKSPACE, () => 'ws_greedy');
    await untilHanging(CALLS_PER_WORKSPACE);
    const other = create('ws_other');
    await untilHanging(CALLS_PER_WORKSPACE + 1);
    expect(hanging.at(-1)?.workspaceId).toBe('ws_other');
    endAll();
    await other;
    await untilHanging(CALLS_PER_WORKSPACE);
    endAll();
    await Promise.all(greedy);
  });

  it('are answered by their deadline while they wait, and never reach the backend then', async () => {
    const running = await createMany(CALLS_PER_WORKSPACE, () => 'ws_1');
    await untilHanging(CALLS_PER_WORKSPACE);
    await expect(create('ws_1', 150)).rejects.toMatchObject({ kind: 'deadline' });
    expect(hanging).toHaveLength(CALLS_PER_WORKSPACE);
    endAll();
    await Promise.all(running);
    expect(hanging).toHaveLength(0);
  });

  it('are refused at once when the breaker of the backend is open', async () => {
    const lost = testCall('ws_1', { deadlineAtMs: Date.now() + 200 });
    onGet = async () => new Promise(() => undefined);
    const reads = Array.from({ length: 2 * CALLS_TO_OPEN }, async () =>
      connection.client.getContact(lost, { id: 'ct_1' }),
    );
    await Promise.allSettled(reads);
    onGet = async () => undefined;
    await expect(create('ws_1')).rejects.toMatchObject({ privateText: 'contacts: breaker open' });
    expect(hanging).toHaveLength(0);
  });

  it('do not open it by their own slowness', async () => {
    const slow = Array.from({ length: 2 * CALLS_TO_OPEN }, async (_, index) =>
      create(`ws_${String(index)}`, 300),
    );
    for (const call of slow) await expect(call).rejects.toMatchObject({ kind: 'deadline' });
    const next = create('ws_next');
    await eventually(() => expect(hanging.map(({ workspaceId }) => workspaceId)).toContain('ws_next'));
    endAll();
    await next;
  });

  it('have a breaker of their own: theirs opens, that of the reads does not', async () => {
    const failing = await createMany(POOL_CALLS, (index) => `ws_${String(index)}`);
    await untilHanging(POOL_CALLS);
    endAll(new AppError('unavailable', 'Gone.'));
    await Promise.allSettled(failing);
    await expect(create('ws_1')).rejects.toMatchObject({
      privateText: 'contacts-outside: breaker open',
    });
    const read = connection.client.getContact(testCall('ws_1'), { id: 'ct_1' });
    await expect(read).resolves.toEqual({ contact: undefined, score_breakdown: undefined });
  });
});
