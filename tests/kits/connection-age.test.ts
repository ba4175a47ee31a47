import { promises as dns } from 'node:dns';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { bindRpc, connectRpc, type GrpcServer } from '@outreach/service-kit/grpc';
import { NOTHING } from '@outreach/service-kit/rpc';
import { createTestIdentities, eventually, freePort, testCall } from '@outreach/testing';
import { createTestServer } from './test-server.ts';

jest.setTimeout(60_000);

const CONNECTION_AGE_MS = 300;
const NEW_REPLICA_WITHIN_MS = 30_000;
const CALLERS = 4;

const { createContact } = ContactsServiceService;
const Definition = { createContact };
const identities = await createTestIdentities();
const port = await freePort();

/** Calls that each replica has answered, by address. */
const answered = new Map<string, number>();
/** The addresses behind the name of the service. */
const addresses = ['127.0.0.1'];
jest
  .spyOn(dns, 'lookup')
  .mockImplementation((async () => addresses.map((address) => ({ address, family: 4 }))) as never);
const servers: GrpcServer[] = [];

async function startReplica(address: string): Promise<void> {
  const service = bindRpc(Definition, {
    createContact: {
      scope: ['contacts:write'],
      about: NOTHING,
      command: async () => {
        answered.set(address, (answered.get(address) ?? 0) + 1);
        return Promise.resolve({ contact: undefined, created: true });
      },
    },
  });
  const listen = `${address}:${String(port)}`;
  const server = createTestServer(identities, service, { listen, connectionAgeMs: CONNECTION_AGE_MS });
  servers.push(server);
  await server.start();
}

afterAll(async () => {
  for (const server of servers) await server.stop();
});

describe('the age limit of connections', () => {
  it('leads calls of an old client to a new replica, and fails no call', async () => {
    await startReplica('127.0.0.1');
    const connection = connectRpc(Definition, {
      audience: 'contacts',
      address: `contacts.test:${String(port)}`,
      identity: identities.signer,
    });
    const failures: unknown[] = [];
    const state = { isOver: false };
    const keepCalling = async (): Promise<void> => {
      while (!state.isOver)
        await connection.client
          .createContact(testCall('ws_1'), { input: undefined, mask: undefined })
          .catch((thrown: unknown) => failures.push(thrown));
    };
    const callers = Array.from({ length: CALLERS }, keepCalling);
    try {
      await eventually(() => expect(answered.get('127.0.0.1')).toBeGreaterThan(0));
      await startReplica('127.0.0.2');
      addresses.push('127.0.0.2');
      await eventually(() => expect(answered.get('127.0.0.2')).toBeGreaterThan(0), {
        timeoutMs: NEW_REPLICA_WITHIN_MS,
      });
    } finally {
      state.isOver = true;
      await Promise.all(callers);
      connection.close();
    }
    expect(failures).toEqual([]);
  });
});
