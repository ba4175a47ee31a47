import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import { bindRpc, connectRpc, type GrpcServer, type RpcConnection } from '@outreach/service-kit/grpc';
import { NOTHING } from '@outreach/service-kit/rpc';
import { createTestIdentities, eventually, freePort, testCall, type TestIdentities } from '@outreach/testing';
import { createTestServer } from './test-server.ts';

/** Duration of a call, so that some calls are always running. */
const CALL_MS = 20;
const CALLERS = 10;
const RESTARTS = 6;

/** The methods that the tests call. */
const { createContact } = ContactsServiceService;
const Definition = { createContact };

let identities: TestIdentities;
let listens: string[];
let servers: GrpcServer[];
let connection: RpcConnection<typeof Definition>;
/** Calls that each server answered since its start. */
let answered: number[];

beforeAll(async () => {
  identities = await createTestIdentities();
  listens = [`127.0.0.1:${String(await freePort())}`, `127.0.0.1:${String(await freePort())}`];
  answered = listens.map(() => 0);
  servers = listens.map((_, index) => createServer(index));
  for (const server of servers) await server.start();
  connection = connectRpc(Definition, {
    audience: 'contacts',
    address: listens.join(','),
    identity: identities.signer,
  });
});

afterAll(async () => {
  connection.close();
  for (const server of servers) await server.stop();
});

function createServer(index: number): GrpcServer {
  return createTestServer(
    identities,
    bindRpc(Definition, {
      createContact: {
        scope: ['contacts:write'],
        about: NOTHING,
        command: async () => {
          await delay(CALL_MS);
          answered[index] = (answered[index] ?? 0) + 1;
          return { contact: undefined, created: true };
        },
      },
    }),
    { listen: listens[index] ?? '' },
  );
}

async function restart(index: number): Promise<void> {
  await servers[index]?.stop();
  const server = createServer(index);
  servers[index] = server;
  answered[index] = 0;
  await server.start();
}

describe('two replicas of a service', () => {
  it('lose no call, including writes, during a rolling restart', async () => {
    const failures: unknown[] = [];
    const state = { isOver: false };
    const keepCalling = async (): Promise<void> => {
      while (!state.isOver) {
        await connection.client
          .createContact(testCall('ws_1'), { input: undefined, mask: undefined })
          .catch((thrown: unknown) =>
            failures.push(thrown instanceof AppError ? thrown.privateText : thrown),
          );
      }
    };
    const callers = Array.from({ length: CALLERS }, keepCalling);
    for (let count = 0; count < RESTARTS; count += 1) {
      const index = count % servers.length;
      await restart(index);
      await eventually(() => expect(answered[index]).toBeGreaterThan(0));
    }
    state.isOver = true;
    await Promise.all(callers);
    expect(failures).toEqual([]);
  });
});
