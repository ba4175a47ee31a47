/** @needs openssl */
import { describe, expect, it } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import type { CreateContactResponse } from '@outreach/contracts-contacts/gen/contacts.ts';
import type { Role } from '@outreach/service-kit/config';
import { bindRpc, connectRpc, type RpcConnection, type TlsFiles } from '@outreach/service-kit/grpc';
import { effectCommand, NOTHING, type CommandRunner } from '@outreach/service-kit/rpc';
import { createTestIdentities, freePort, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createAuthority } from './certificates.ts';
import { createTestServer, unused } from './test-server.ts';

const DEADLINE_MS = 2_000;
const CONNECTED_MS = 5_000;
/** Time to find that no process listens. */
const ABSENT_MS = 500;
/** The methods that the tests call. */
const { createContact, getContact } = ContactsServiceService;
const Definition = { createContact, getContact };
type Connection = RpcConnection<typeof Definition>;

const authority = await sharedByTests(async () => Promise.resolve(createAuthority()));
const identities = await createTestIdentities();

/** Runs the three steps without a transaction, and adds `claim` to `ran` where a runner claims the idempotency key. */
const recordingCommands = (ran: string[]): CommandRunner => ({
  run: unused,
  runPrepared: unused,
  runWithEffect: async (_ctx, _codec, { begin, effect }) => {
    ran.push('claim');
    const commit = await effect(await begin());
    return { reply: await commit(), replayed: false };
  },
});

interface Process {
  readonly address: string;
  /** Names of the methods that have run, and `claim` before a command. */
  readonly ran: string[];
  stop(): Promise<void>;
}

/** A server of a process with these roles. One of its methods calls a server outside the cluster. */
async function startServer(roles: readonly Role[], tls?: TlsFiles): Promise<Process> {
  const ran: string[] = [];
  const service = bindRpc(Definition, {
    createContact: effectCommand({
      scope: ['contacts:write'],
      isOutbound: true,
      about: NOTHING,
      prepared: { parse: () => undefined },
      prepare: async () => Promise.resolve(),
      effect: async () => void ran.push('createContact'),
      commit: async (): Promise<CreateContactResponse> =>
        Promise.resolve({ contact: undefined, created: true }),
    }),
    getContact: {
      scope: ['contacts:read'],
      query: async () => {
        ran.push('getContact');
        return Promise.resolve({ contact: undefined, score_breakdown: undefined });
      },
    },
  });
  const server = createTestServer(identities, service, {
    roles: new Set(roles),
    commands: recordingCommands(ran),
    tls,
  });
  await server.start();
  return { address: server.address(), ran, stop: server.stop };
}

interface Addresses {
  readonly address: string;
  readonly outboundAddress?: string;
}

async function connected<T>(
  addresses: Addresses,
  use: (connection: Connection) => Promise<T>,
  tls?: TlsFiles,
): Promise<T> {
  const options = { audience: 'contacts', identity: identities.signer, tls };
  const connection = connectRpc(Definition, { ...options, ...addresses, outbound: ['createContact'] });
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

const ctx = () => testCall('ws_1', { deadlineAtMs: Date.now() + DEADLINE_MS });
const create = async ({ client }: Connection) =>
  client.createContact(ctx(), { input: undefined, mask: undefined });
const get = async ({ client }: Connection) => client.getContact(ctx(), { id: 'ct_1' });

const callBoth = async (connection: Connection) => {
  expect(await connection.isConnected(CONNECTED_MS)).toBe(true);
  expect(await connection.isOutboundConnected(CONNECTED_MS)).toBe(true);
  await create(connection);
  await get(connection);
};

describe.each([
  ['without TLS', () => undefined],
  ['with TLS', (name: string) => authority.sign(name)],
])('an outbound method, %s,', (_title, filesOf) => {
  it('is sent to the workers, and other methods to the API', async () => {
    const files = filesOf('contacts');
    const api = await startServer(['api'], files);
    const worker = await startServer(['worker'], files);
    try {
      await connected(
        { address: api.address, outboundAddress: worker.address },
        callBoth,
        filesOf('gateway'),
      );
      expect([api.ran, worker.ran]).toEqual([['getContact'], ['claim', 'createContact']]);
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
});

describe('a process', () => {
  it('with both roles serves all methods at one address', async () => {
    const both = await startServer(['api', 'worker']);
    try {
      await connected({ address: both.address }, callBoth);
      expect(both.ran).toEqual(['claim', 'createContact', 'getContact']);
    } finally {
      await both.stop();
    }
  });

  it.each<[Role, (connection: Connection) => Promise<object>]>([
    ['api', create],
    ['worker', get],
  ])(
    'with the role %s refuses a method of the other role as unavailable, claims no idempotency key and runs nothing',
    async (role, call) => {
      const only = await startServer([role]);
      try {
        await connected({ address: only.address }, async (connection) => {
          expect(await connection.isConnected(CONNECTED_MS)).toBe(true);
          await expect(call(connection)).rejects.toMatchObject({ kind: 'unavailable' });
        });
        expect(only.ran).toEqual([]);
      } finally {
        await only.stop();
      }
    },
  );
});

describe('an address without workers', () => {
  it('is reported apart from the address of the API, which still answers', async () => {
    const api = await startServer(['api']);
    const addresses = { address: api.address, outboundAddress: `127.0.0.1:${await freePort()}` };
    try {
      await connected(addresses, async (connection) => {
        expect(await connection.isConnected(CONNECTED_MS)).toBe(true);
        expect(await connection.isOutboundConnected(ABSENT_MS)).toBe(false);
        await expect(create(connection)).rejects.toMatchObject({ kind: 'unavailable' });
        await get(connection);
      });
    } finally {
      await api.stop();
    }
  });
});
