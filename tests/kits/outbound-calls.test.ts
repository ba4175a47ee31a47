import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import { bindRpc, connectRpc, type GrpcServer, type RpcConnection } from '@outreach/service-kit/grpc';
import { NOTHING } from '@outreach/service-kit/rpc';
import { createTestIdentities, eventually, testCall, type TestIdentities } from '@outreach/testing';
import { createTestServer } from './test-server.ts';

/** The methods that the tests call. */
const { createContact, getContact, streamCandidates } = ContactsServiceService;
const Definition = { createContact, getContact, streamCandidates };
const POOL_CALLS = 64;
const CALLS_PER_WORKSPACE = 5;
const READS_AT_ONCE = 200;
const CALLS_TO_OPEN = 20;

let identities: TestIdentities;
let server: GrpcServer;
let connection: RpcConnection<typeof Definition>;
let onGet: () => Promise<void> = async () => undefined;
let streamCount = 0;
/** Calls that hang in the server: their workspaces, and the functions that end them. */
let hanging: { readonly workspaceId: string; readonly end: (thrown?: Error) => void }[] = [];

beforeAll(async () => {
  identities = await createTestIdentities();
  server = createTestServer(
    identities,
    bindRpc(Definition, {
      createContact: {
        scope: ['contacts:write'],
        about: NOTHING,
        command: async ({ workspaceId }) => hang(workspaceId),
      },
      getContact: {
        scope: ['contacts:read'],
        query: async () => onGet().then(() => ({ contact: undefined, score_breakdown: undefined })),
      },
      streamCandidates: {
        scope: ['contacts:read'],
        stream: async function* () {
          streamCount += 1;
          yield await Promise.resolve({ candidates: [] });
        },
      },
    }),
  );
  await server.start();
});

// The state of a breaker depends on earlier calls, so each test has a connection of its own.
beforeEach(() => {
  connection = connect();
  streamCount = 0;
});

afterEach(() => {
  endAll();
  connection.close();
});
afterAll(async () => {
  await server.stop();
});

function connect(): RpcConnection<typeof Definition> {
  return connectRpc(Definition, {
    audience: 'contacts',
    address: server.address(),
    identity: identities.signer,
    outbound: ['createContact'],
  });
}

async function openBreaker(): Promise<void> {
  const lost = testCall('ws_1', { deadlineAtMs: Date.now() + 200 });
  onGet = async () => new Promise(() => undefined);
  const reads = Array.from({ length: 2 * CALLS_TO_OPEN }, async () =>
    connection.client.getContact(lost, { id: 'ct_1' }),
  );
  await Promise.allSettled(reads);
  onGet = async () => undefined;
}

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

describe('calls to an external server', () => {
  it('do not delay other calls of the same backend when they hang', async () => {
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

  it('wait for a slot of their workspace, while calls of another workspace start at once', async () => {
    const calls = await createMany(2 * CALLS_PER_WORKSPACE, () => 'ws_busy');
    await untilHanging(CALLS_PER_WORKSPACE);
    const other = create('ws_other');
    await untilHanging(CALLS_PER_WORKSPACE + 1);
    expect(hanging.at(-1)?.workspaceId).toBe('ws_other');
    endAll();
    await other;
    await untilHanging(CALLS_PER_WORKSPACE);
    endAll();
    await Promise.all(calls);
  });

  it('fail at their deadline while they wait, and never reach the backend', async () => {
    const running = await createMany(CALLS_PER_WORKSPACE, () => 'ws_1');
    await untilHanging(CALLS_PER_WORKSPACE);
    await expect(create('ws_1', 150)).rejects.toMatchObject({ kind: 'deadline' });
    expect(hanging).toHaveLength(CALLS_PER_WORKSPACE);
    endAll();
    await Promise.all(running);
    expect(hanging).toHaveLength(0);
  });

  it('are refused at once while the breaker of the backend is open', async () => {
    await openBreaker();
    await expect(create('ws_1')).rejects.toMatchObject({ privateText: 'contacts: breaker open' });
    expect(hanging).toHaveLength(0);
  });

  it('start no stream while the breaker of the backend is open', async () => {
    const candidates = { contact_filter: undefined, after: '' };
    const other = connect();
    try {
      await openBreaker();
      const refused = connection.client.streamCandidates(testCall('ws_1'), candidates);
      await expect(refused.next()).rejects.toMatchObject({ privateText: 'contacts: breaker open' });
      // Another client has a breaker of its own.
      const pages = other.client.streamCandidates(testCall('ws_1'), candidates);
      expect(await pages.next()).toMatchObject({ done: false });
      await pages.return();
      expect(streamCount).toBe(1);
    } finally {
      other.close();
    }
  });

  it('do not open the breaker when they are slow', async () => {
    const slow = Array.from({ length: 2 * CALLS_TO_OPEN }, async (_, index) =>
      create(`ws_${String(index)}`, 300),
    );
    for (const call of slow) await expect(call).rejects.toMatchObject({ kind: 'deadline' });
    const next = create('ws_next');
    await eventually(() => expect(hanging.map(({ workspaceId }) => workspaceId)).toContain('ws_next'));
    endAll();
    await next;
  });

  it('have a breaker of their own, separate from other calls', async () => {
    const failing = await createMany(POOL_CALLS, (index) => `ws_${String(index)}`);
    await untilHanging(POOL_CALLS);
    endAll(new AppError('unavailable', 'Gone.'));
    await Promise.allSettled(failing);
    await expect(create('ws_1')).rejects.toMatchObject({
      privateText: 'contacts-outbound: breaker open',
    });
    const read = connection.client.getContact(testCall('ws_1'), { id: 'ct_1' });
    await expect(read).resolves.toEqual({ contact: undefined, score_breakdown: undefined });
  });
});
