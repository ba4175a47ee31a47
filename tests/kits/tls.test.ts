/** @needs openssl */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { describe, expect, it, jest } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { bindRpc, connectRpc, type RpcConnection, type TlsFiles } from '@outreach/service-kit/grpc';
import { NOTHING } from '@outreach/service-kit/rpc';
import { createTestIdentities, eventually, testCall, testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createAuthority } from './certificates.ts';
import { startProcess } from './service-process.ts';
import { createTestServer } from './test-server.ts';

jest.setTimeout(60_000);

const REFRESH_MS = 100;
const DEADLINE_MS = 2_000;
const { createContact } = ContactsServiceService;
const Definition = { createContact };
type Contacts = RpcConnection<typeof Definition>;

const authority = await sharedByTests(async () => Promise.resolve(createAuthority()));
const otherAuthority = await sharedByTests(async () => Promise.resolve(createAuthority()));
const identities = await createTestIdentities();
const serverFiles = authority.sign('contacts');
const gateway = authority.sign('gateway');

const service = bindRpc(Definition, {
  createContact: {
    scope: ['contacts:write'],
    about: NOTHING,
    command: async () => Promise.resolve({ contact: undefined, created: true }),
  },
});
const server = await sharedByTests(async () => {
  const created = createTestServer(identities, service, { tls: serverFiles, tlsRefreshMs: REFRESH_MS });
  await created.start();
  return created;
});

async function withClient<T>(
  tls: TlsFiles | undefined,
  use: (connection: Contacts) => Promise<T>,
  address = server.address(),
): Promise<T> {
  const connection = connectRpc(Definition, {
    audience: 'contacts',
    address,
    identity: identities.signer,
    tls,
  });
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

const call = async ({ client }: Contacts) =>
  client.createContact(testCall('ws_1', { deadlineAtMs: Date.now() + DEADLINE_MS }), {
    input: undefined,
    mask: undefined,
  });

/** The serial number of the certificate that the server shows to a new connection. */
async function serialNumber(): Promise<string> {
  const [host = '', port = ''] = server.address().split(':');
  const { ca, cert, key } = gateway;
  return new Promise((resolve, reject) => {
    const files = { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
    const socket = connect({
      host,
      port: Number(port),
      servername: 'contacts',
      ALPNProtocols: ['h2'],
      ...files,
    });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(socket.getPeerX509Certificate()?.serialNumber ?? '');
      socket.destroy();
    });
  });
}

describe('a gRPC server with TLS', () => {
  it('answers a client with a certificate of its authority', async () => {
    expect(await withClient(gateway, call)).toMatchObject({ created: true });
  });

  it.each([
    ['without TLS', undefined],
    ['with a certificate of another authority', { ...otherAuthority.sign('gateway'), ca: gateway.ca }],
  ])('refuses a client %s', async (_title, tls) => {
    await expect(withClient(tls, call)).rejects.toMatchObject({
      kind: expect.stringMatching(/unavailable|deadline/),
    });
  });

  it('refuses a client without a certificate', async () => {
    const [host = '', port = ''] = server.address().split(':');
    const failure = await new Promise<Error>((resolve) => {
      const ca = readFileSync(gateway.ca);
      const socket = connect({ host, port: Number(port), servername: 'contacts', ALPNProtocols: ['h2'], ca });
      socket.once('error', resolve);
      socket.resume();
    });
    expect(failure.message).toMatch(/certificate required/i);
  });

  it('shows a new certificate without a restart', async () => {
    const before = await serialNumber();
    authority.sign('contacts');
    const { serialNumber: renewed } = new X509Certificate(readFileSync(serverFiles.cert));
    expect(renewed).not.toBe(before);
    await eventually(async () => expect(await serialNumber()).toBe(renewed));
    expect(await withClient(gateway, call)).toMatchObject({ created: true });
  });
});

describe('a service process', () => {
  const variables = ({ ca, cert, key }: TlsFiles) => ({
    GRPC_TLS_CA: ca,
    GRPC_TLS_CERT: cert,
    GRPC_TLS_KEY: key,
  });

  it('uses TLS with the three variables', async () => {
    const environment = await testEnvironment('contacts');
    const process = await startProcess('contacts', { ...environment.env, ...variables(serverFiles) });
    const { address } = process;
    const options = { audience: 'contacts', address, identity: environment.identities.signer };
    const [secure, plain] = [gateway, undefined].map((tls) =>
      connectRpc(ContactsServiceService, { ...options, tls }),
    );
    try {
      await process.ready();
      expect(await secure?.isConnected(DEADLINE_MS)).toBe(true);
      const input = {
        email: 'maria@kestrel.example',
        company: undefined,
        tags: [],
        custom_fields: undefined,
      };
      const create = async (connection: RpcConnection<typeof ContactsServiceService> | undefined) =>
        connection?.client.createContact(testCall('ws_1'), { input, mask: ['email'] });
      expect(await create(secure)).toMatchObject({ created: true });
      await expect(create(plain)).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      secure?.close();
      plain?.close();
      await process.stop();
    }
  });

  it('does not start with some of the variables', async () => {
    const { env } = await testEnvironment('contacts');
    const process = await startProcess('contacts', { ...env, GRPC_TLS_CA: serverFiles.ca });
    expect(await process.exit).toBe(1);
    expect(process.log()).toMatch(/GRPC_TLS_CERT: is required[^]*GRPC_TLS_KEY: is required/);
  });
});

describe('a gRPC client with TLS', () => {
  it('refuses a server whose certificate has the name of another service', async () => {
    const options = { tls: authority.sign('webhooks'), tlsRefreshMs: REFRESH_MS };
    const wrong = createTestServer(identities, service, options);
    await wrong.start();
    try {
      await expect(withClient(gateway, call, wrong.address())).rejects.toMatchObject({
        kind: expect.stringMatching(/unavailable|deadline/),
      });
    } finally {
      await wrong.stop();
    }
  });
});
