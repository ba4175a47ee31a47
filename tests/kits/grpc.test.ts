import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  Client,
  credentials,
  loadPackageDefinition,
  Metadata,
  status,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { service as healthDefinition } from 'grpc-health-check';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import { createTestIdentities, testCall, type TestIdentities } from '@outreach/testing';
import type { CallContext } from '@outreach/service-kit';
import {
  bindRpc,
  connectRpc,
  loadProto,
  type GrpcServer,
  type RpcConnection,
} from '@outreach/service-kit/grpc';
import { createTestServer, unused } from './test-server.ts';

/** The methods that the tests call. */
const { getContact, listContacts } = ContactsServiceService;
const Definition = { getContact, listContacts };

let identities: TestIdentities;
let server: GrpcServer;
let connection: RpcConnection<typeof Definition>;
let seen: CallContext | undefined;
let onGet: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  identities = await createTestIdentities();
  server = createTestServer(
    identities,
    bindRpc(Definition, {
      getContact: {
        scope: ['contacts:read', 'contacts:write'],
        query: async (ctx) => {
          seen = ctx;
          await onGet();
          return { contact: undefined, score_breakdown: undefined };
        },
      },
      listContacts: { scope: ['contacts:read'], query: unused },
    }),
  );
  await server.start();
  connection = connect(identities);
});

afterAll(async () => {
  connection.close();
  await server.stop();
});

function connect(from: TestIdentities) {
  return connectRpc(Definition, {
    audience: 'contacts',
    address: server.address(),
    identity: from.signer,
  });
}

async function rawCall(token: string | undefined): Promise<ServiceError | null> {
  const client = new Client(server.address(), credentials.createInsecure());
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  const method = ContactsServiceService.getContact;
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      { id: 'ct_1' },
      metadata,
      { deadline: Date.now() + 5_000 },
      (failure) => {
        client.close();
        resolve(failure);
      },
    );
  });
}

describe('a call between services', () => {
  it('carries caller, request id, trace and idempotency tag', async () => {
    const ctx = testCall('ws_1', { idempotency: { id: 'i', fingerprint: 'f' }, clientAddress: '192.0.2.1' });
    await connection.client.getContact(ctx, { id: 'ct_1' });
    expect(seen).toMatchObject({
      workspaceId: 'ws_1',
      principal: ctx.principal,
      requestId: ctx.requestId,
      idempotency: { id: 'i', fingerprint: 'f' },
      clientAddress: '192.0.2.1',
      trace: { traceId: ctx.trace.traceId },
    });
    expect(seen?.scopes).toEqual(ctx.scopes);
  });

  it('shortens the deadline for the next hop', async () => {
    const ctx = testCall('ws_1');
    let remainingMs = Infinity;
    onGet = async () => {
      remainingMs = (seen?.deadlineAtMs ?? Infinity) - Date.now();
    };
    // gRPC sends a timeout, not a timestamp, so transfer time does not count.
    const ownMs = ctx.deadlineAtMs - Date.now();
    await connection.client.getContact(ctx, { id: 'ct_1' });
    expect(remainingMs).toBeLessThanOrEqual(ownMs - 40);
    expect(remainingMs).toBeGreaterThan(0);
  });

  it('ends at its deadline and aborts the handler', async () => {
    const aborted = Promise.withResolvers<undefined>();
    onGet = async () => {
      seen?.signal.addEventListener('abort', () => aborted.resolve(undefined));
      return aborted.promise;
    };
    const late = connection.client.getContact(testCall('ws_1', { deadlineAtMs: Date.now() + 250 }), {
      id: 'ct_1',
    });
    await expect(late).rejects.toMatchObject({ kind: 'deadline' });
    await aborted.promise;
    onGet = async () => undefined;
  });

  it('is not sent after its deadline', async () => {
    const late = connection.client.getContact(testCall('ws_1', { deadlineAtMs: Date.now() }), { id: 'ct_1' });
    await expect(late).rejects.toMatchObject({ kind: 'deadline' });
  });

  it('rebuilds the error that the handler threw', async () => {
    onGet = async () => Promise.reject(new AppError('conflict', 'No.', { details: { reason: 'because' } }));
    await expect(connection.client.getContact(testCall('ws_1'), { id: 'ct_1' })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'No.',
      details: { reason: 'because' },
    });
    onGet = async () => undefined;
  });
});

describe('the identity of a caller', () => {
  it('is refused when it is absent, malformed, foreign, or for another service', async () => {
    const stranger = await createTestIdentities();
    const tokens = [
      undefined,
      'garbage',
      await stranger.signer.sign(testCall('ws_1'), 'contacts'),
      await identities.signer.sign(testCall('ws_1'), 'webhooks'),
    ];
    for (const token of tokens) expect(await rawCall(token)).toMatchObject({ code: status.UNAUTHENTICATED });
  });

  it('is accepted when it is valid', async () => {
    expect(await rawCall(await identities.signer.sign(testCall('ws_1'), 'contacts'))).toBeNull();
  });

  it('must have a scope of the method; the error names the missing one', async () => {
    const refused = connection.client.getContact(testCall('ws_1', { scopes: new Set(['webhooks:read']) }), {
      id: 'x',
    });
    await expect(refused).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'contacts:read' },
    });
  });

  it('is unauthenticated when it is anonymous and the method requires a credential', async () => {
    const anonymous = testCall('ws_1', { principal: { type: 'anonymous', id: '', role: '' } });
    await expect(connection.client.getContact(anonymous, { id: 'x' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
});

function unknownMethod(): never {
  throw new Error('The health service has no such method.');
}

describe('introspection', () => {
  it('serves health checks without an identity', async () => {
    const client = new Client(server.address(), credentials.createInsecure());
    const {
      path: method,
      requestSerialize,
      responseDeserialize,
    } = healthDefinition['Check'] ?? unknownMethod();
    const answer = await new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        method,
        requestSerialize,
        responseDeserialize,
        { service: '' },
        (failure, reply) => {
          if (failure === null) resolve(reply);
          else reject(failure);
        },
      );
    });
    client.close();
    expect(answer).toEqual({ status: 'SERVING' });
  });

  it('lists its services by server reflection', async () => {
    const protoFile = createRequire(import.meta.url).resolve(
      '@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto',
    );
    const tree = loadPackageDefinition(loadSync(protoFile, { keepCase: true }));
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a tree made from proto files has no types.
    const Reflection = ['grpc', 'reflection', 'v1', 'ServerReflection'].reduce<any>(
      (node, part) => node[part],
      tree,
    );
    const client = new Reflection(server.address(), credentials.createInsecure());
    const stream = client.ServerReflectionInfo();
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its replies have no types either.
    const answer: any = await new Promise((resolve, reject) => {
      stream.on('data', resolve).on('error', reject);
      stream.write({ list_services: '' });
    });
    stream.end();
    client.close();
    const names = answer.list_services_response.service.map(({ name }: { name: string }) => name);
    expect(names).toContain('outreach.contacts.v1.ContactsService');
  });

  it('loads the proto files of the repository', () => {
    const file = path.resolve(import.meta.dirname, '../../proto/outreach/contacts/v1/contacts.proto');
    const methods = [...readFileSync(file, 'utf8').matchAll(/^ {2}rpc (\w+)/gm)].map(([, name]) => name);
    const service = loadProto('contacts')['outreach.contacts.v1.ContactsService'] ?? {};
    expect(Object.keys(service)).toEqual(methods);
  });
});
