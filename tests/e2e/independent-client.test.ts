import { createHash } from 'node:crypto';
import { credentials, loadPackageDefinition, Metadata, type Client, type ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { backendNames } from '@outreach/dev/names';
import { systemClock } from '@outreach/service-kit';
import { createIdentitySigner, loadProto, type IdentitySigner } from '@outreach/service-kit/grpc';
import { testCall } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const DEADLINE_MS = 30_000;

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
let signer: IdentitySigner;
const called = new Set<string>();
const clients = new Map<string, Client>();

beforeAll(async () => {
  const { IDENTITY_PRIVATE_KEY = '' } = running.stack.environmentOf('gateway');
  signer = createIdentitySigner(JSON.parse(IDENTITY_PRIVATE_KEY), systemClock);
});

afterAll(async () => {
  for (const client of clients.values()) client.close();
});

/** A client that grpc-js builds from the proto file, without generated code. */
function clientOf(service: string): Client {
  const known = clients.get(service);
  if (known !== undefined) return known;
  const serviceName = `${service.charAt(0).toUpperCase()}${service.slice(1)}Service`;
  const tree = loadPackageDefinition(loadProto(service));
  const Service = ['outreach', service, 'v1', serviceName].reduce<unknown>(
    (node, name) => Reflect.get(Object(node), name),
    tree,
  );
  if (typeof Service !== 'function') throw new Error(`No ${serviceName}.`);
  const app = backendNames.find((known) => known === service) ?? 'auth';
  const { GRPC_LISTEN } = running.stack.environmentOf(app);
  const client = Reflect.construct(Service, [GRPC_LISTEN, credentials.createInsecure()]);
  clients.set(service, client);
  return client;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a client made from proto files has no types.
async function rpc(method: string, request: object): Promise<any> {
  const [service = '', name = ''] = method.split('.');
  const ctx = testCall('ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y2', { scopes: new Set(SCOPES) });
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${await signer.sign(ctx, service)}`);
  const client = clientOf(service);
  called.add(method);
  return new Promise((resolve, reject) => {
    const onReply = (failure: ServiceError | null, reply: unknown): void => {
      if (failure === null) resolve(reply);
      else reject(failure);
    };
    send(client, { name, request, metadata, onReply });
  });
}

interface Sending {
  readonly name: string;
  readonly request: object;
  readonly metadata: Metadata;
  readonly onReply: (failure: ServiceError | null, reply: unknown) => void;
}

/** Sends a unary request, or an upload as one message. The reply of a stream is its first page. */
function send(client: Client, { name, request, metadata, onReply }: Sending): void {
  const method: unknown = Reflect.get(client, name);
  if (typeof method !== 'function') throw new Error(`No method ${name}.`);
  const options = { deadline: Date.now() + DEADLINE_MS };
  if (Reflect.get(method, 'responseStream') === true) {
    const pages = method.call(client, request, metadata, options);
    pages.once('data', (page: unknown) => onReply(null, page));
    pages.on('error', (failure: ServiceError) => onReply(failure, undefined));
    return;
  }
  if (Reflect.get(method, 'requestStream') !== true) {
    method.call(client, request, metadata, options, onReply);
    return;
  }
  const upload = method.call(client, metadata, options, onReply);
  upload.write(request);
  upload.end();
}

const UNAUTHENTICATED = { code: 16 };
const NOT_FOUND = { code: 5 };
const id = (prefix: string): string => `${prefix}_01J9Z3K8Q4N5R6S7T8V9W0X1Y2`;
const PAGE = { page: { page_size: 1 } };
const EMAIL = 'email';
const INVALID = { code: 3 };
const FORBIDDEN = { code: 7 };

/** Methods that are called once here. Other tests prove their behaviour. */
const CALLED_ONCE: readonly (readonly [method: string, request: object, expected: object])[] = [
  ['auth.UpdateApiKey', { id: id('key'), name: 'x', mask: { paths: ['name'] } }, NOT_FOUND],
  ['auth.RotateApiKey', { id: id('key'), overlap_seconds: 0 }, NOT_FOUND],
  ['auth.ListAuditEntries', PAGE, { entries: expect.any(Array) }],
  ['contacts.RestoreContact', { id: id('ct') }, NOT_FOUND],
  ['contacts.EnrichContact', { id: id('ct') }, NOT_FOUND],
  ['contacts.ChangeTags', { id: id('ct'), add: ['a'] }, NOT_FOUND],
  ['contacts.BulkUpsertContacts', { rows: [] }, { outcomes: [] }],
  ['contacts.SearchContacts', { ...PAGE, filters: [] }, { contacts: [] }],
  ['contacts.CreateCustomField', { input: { name: 'plan', field_type: 'string' } }, { custom_field: {} }],
  ['contacts.GetCustomField', { id: id('cf') }, NOT_FOUND],
  ['contacts.ListCustomFields', PAGE, { custom_fields: [{ name: 'plan' }] }],
  ['contacts.UpdateCustomField', { id: id('cf'), input: {} }, NOT_FOUND],
  ['contacts.DeleteCustomField', { id: id('cf') }, NOT_FOUND],
  ['contacts.CreateSegment', { input: { name: 'All', segment_type: 'dynamic' } }, { segment: {} }],
  ['contacts.GetSegment', { id: id('seg') }, NOT_FOUND],
  ['contacts.ListSegments', PAGE, { segments: [{ name: 'All' }] }],
  ['contacts.UpdateSegment', { id: id('seg'), input: {} }, NOT_FOUND],
  ['contacts.DeleteSegment', { id: id('seg') }, NOT_FOUND],
  ['contacts.RefreshSegment', { id: id('seg') }, NOT_FOUND],
  ['contacts.ListSegmentContacts', { id: id('seg'), ...PAGE }, NOT_FOUND],
  [
    'contacts.CreateSuppression',
    { input: { type: EMAIL, value: 'a@b.example', reason: 'manual' } },
    { created: true },
  ],
  ['contacts.ListSuppressions', PAGE, { suppressions: [{ value: 'a@b.example' }] }],
  ['contacts.DeleteSuppression', { id: id('sup') }, NOT_FOUND],
  ['contacts.BulkCreateSuppressions', { inputs: [] }, { outcomes: [] }],
  ['contacts.CheckSuppressions', { emails: ['a@b.example'] }, { checks: [{ suppressed: true }] }],
  ['contacts.CreateClient', { input: { name: 'Acme' } }, FORBIDDEN],
  ['contacts.GetClient', { id: id('cli') }, FORBIDDEN],
  ['contacts.ListClients', PAGE, FORBIDDEN],
  ['contacts.UpdateClient', { id: id('cli'), input: {} }, FORBIDDEN],
  ['contacts.DeleteClient', { id: id('cli') }, FORBIDDEN],
  ['contacts.CreateFieldMapping', { input: {} }, INVALID],
  ['contacts.GetFieldMapping', { id: id('map') }, NOT_FOUND],
  ['contacts.ListFieldMappings', PAGE, { field_mappings: [] }],
  ['contacts.PreviewFieldMapping', { field: { name: 'has_header', value: 'true' } }, INVALID],
  ['contacts.UpdateFieldMapping', { id: id('map'), input: {} }, NOT_FOUND],
  ['contacts.DeleteFieldMapping', { id: id('map') }, NOT_FOUND],
  ['contacts.GetIcpProfile', {}, { icp_profile: {} }],
  [
    'contacts.SetIcpProfile',
    { icp_profile: { rules: [], tier_thresholds: { a: 80, b: 60, c: 40 } } },
    { icp_profile: {} },
  ],
  ['contacts.CreateImport', { field: { name: 'note', value: 'no file' } }, INVALID],
  ['contacts.GetImport', { id: id('imp') }, NOT_FOUND],
  ['contacts.ListImports', PAGE, { jobs: [] }],
  ['contacts.CancelImport', { id: id('imp') }, NOT_FOUND],
  ['contacts.ListContactEvents', { contact_id: id('ct'), ...PAGE }, NOT_FOUND],
  ['contacts.RegisterCampaign', { campaign_id: id('cmp'), segment_ids: [] }, FORBIDDEN],
  ['contacts.ResolveCandidates', { contact_ids: [id('ct')] }, FORBIDDEN],
  ['contacts.CheckContactFilter', {}, FORBIDDEN],
  ['contacts.StreamCandidates', {}, FORBIDDEN],
  ['contacts.GetMergeData', { contact_ids: [id('ct')] }, FORBIDDEN],
  ['contacts.SuppressContacts', { suppressions: [] }, FORBIDDEN],
  ['contacts.ReleaseCampaign', { campaign_id: id('cmp') }, FORBIDDEN],
  ['contacts.ListImportErrors', { id: id('imp'), ...PAGE }, NOT_FOUND],
  ['webhooks.GetNotificationSettings', {}, { settings: { emails: [] } }],
  ['webhooks.SetNotificationSettings', { emails: [], events: [] }, { settings: { emails: [] } }],
  ['campaigns.ListContactEnrollments', { contact_id: id('ct'), ...PAGE }, { enrollments: [] }],
  ['campaigns.EnrollInSequence', { sequence_id: id('seq'), contact_ids: [id('ct')] }, NOT_FOUND],
];

/** UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL and UNAVAILABLE. */
const INDEFINITE: ReadonlySet<unknown> = new Set([2, 4, 12, 13, 14]);

/** The methods of all services, as `contacts.GetContact`. */
function methodsOfProtoFiles(): string[] {
  return backendNames.flatMap((service) =>
    Object.entries(loadProto(service))
      .filter(([name]) => name.startsWith(`outreach.${service}.`) && name.endsWith('Service'))
      .flatMap(([, definition]) => Object.keys(definition).map((method) => `${service}.${method}`)),
  );
}

describe('a client built from the proto files alone', () => {
  it('logs in, refreshes, revokes and reads the published keys', async () => {
    const { username, password } = running;
    const { tokens } = await rpc('auth.CreateToken', { username, password });
    const refreshed = await rpc('auth.RefreshToken', { refresh: tokens.refresh });
    expect(await rpc('auth.RevokeToken', { refresh: refreshed.tokens.refresh })).toEqual({});
    const { jwks_json } = await rpc('auth.GetJwks', {});
    const [header = '', payload = ''] = tokens.access.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const kids = JSON.parse(jwks_json).keys.map(({ kid }: { kid: string }) => kid);
    expect(kids).toContain(kid);
    expect(kids.length).toBeGreaterThanOrEqual(2);
    expect(await rpc('auth.ResolveUser', { user_id: sub })).toMatchObject({ role: 'owner' });
  });

  it('resolves and manages API keys', async () => {
    const digest = createHash('sha256').update(running.apiKey).digest();
    const { key_id } = await rpc('auth.ResolveApiKey', { key_sha256: digest });
    expect(key_id).toMatch(/^key_/);
    const foreign = { name: 'x', scopes: ['contacts:read'] };
    await expect(rpc('auth.CreateApiKey', foreign)).rejects.toMatchObject(NOT_FOUND);
    expect(await rpc('auth.ListApiKeys', { page: { page_size: 1 } })).toMatchObject({ api_keys: [] });
    await expect(rpc('auth.GetApiKey', { id: key_id })).rejects.toMatchObject(NOT_FOUND);
    await expect(rpc('auth.DeleteApiKey', { id: key_id })).rejects.toMatchObject(NOT_FOUND);
  });

  it('gets NOT_FOUND for a workspace that does not exist', async () => {
    await expect(rpc('auth.GetWorkspace', {})).rejects.toMatchObject(NOT_FOUND);
  });

  it('manages users', async () => {
    const nowhere = { username: 'proto', password: 'correct horse battery', role: 'viewer' };
    await expect(rpc('auth.CreateUser', nowhere)).rejects.toMatchObject(NOT_FOUND);
    expect(await rpc('auth.ListUsers', { page: { page_size: 1 } })).toMatchObject({ users: [] });
    const id = 'usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
    await expect(rpc('auth.GetUser', { id })).rejects.toMatchObject(NOT_FOUND);
    const change = { id, is_active: false, mask: { paths: ['is_active'] } };
    await expect(rpc('auth.UpdateUser', change)).rejects.toMatchObject(NOT_FOUND);
    await expect(rpc('auth.DeleteUser', { id })).rejects.toMatchObject(NOT_FOUND);
  });

  it('creates, reads, lists, changes and deletes a contact', async () => {
    const input = { email: 'proto@example.com', first_name: 'Proto' };
    const mask = { paths: ['email', 'first_name'] };
    const { contact, created } = await rpc('contacts.CreateContact', { input, mask });
    expect(created).toBe(true);
    expect(await rpc('contacts.GetContact', { id: contact.id })).toMatchObject({
      contact: { email: input.email },
    });
    const list = await rpc('contacts.ListContacts', {
      page: { page_size: 10 },
      sort: 'created_asc',
    });
    expect(list).toMatchObject({ contacts: [{ id: contact.id }], meta: { total_count: 1, has_more: false } });
    const change = { id: contact.id, input: { title: 'CEO' }, mask: { paths: ['title', 'first_name'] } };
    const changed = await rpc('contacts.UpdateContact', change);
    expect(changed.contact).toMatchObject({ title: 'CEO' });
    expect(changed.contact._first_name).toBeUndefined();
    expect(await rpc('contacts.DeleteContact', { id: contact.id })).toMatchObject({ id: contact.id });
    const { retention_log_id } = await rpc('contacts.EraseContact', { id: contact.id, suppress: false });
    const logs = await rpc('contacts.ListRetentionLogs', { page: {} });
    expect(logs).toMatchObject({ retention_logs: [{ id: retention_log_id, contact_id: contact.id }] });
  });

  it('creates, reads, lists and deletes a webhook endpoint, and reads its log and the catalogue', async () => {
    const request = {
      name: 'Proto',
      url: sink.url,
      event_subscriptions: ['contact.created'],
      custom_headers: { 'x-a': '1' },
    };
    const { endpoint, signing_secret } = await rpc('webhooks.CreateEndpoint', request);
    expect(signing_secret).toMatch(/^whsec_/);
    expect(sink.received[0]?.headers).toMatchObject({
      'x-a': '1',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(await rpc('webhooks.GetEndpoint', { id: endpoint.id })).toMatchObject({
      endpoint: { health_status: 'healthy' },
    });
    expect(await rpc('webhooks.ListEndpoints', {})).toMatchObject({ endpoints: [{ id: endpoint.id }] });
    const log = await rpc('webhooks.ListDeliveries', { endpoint_id: endpoint.id, page: {} });
    expect(log).toMatchObject({
      deliveries: [{ event_type: 'webhook.test', is_test: true, status: 'success' }],
    });
    expect(await rpc('webhooks.DeleteEndpoint', { id: endpoint.id })).toEqual({});
    const { event_types } = await rpc('webhooks.ListEventTypes', {});
    expect(event_types.length).toBeGreaterThan(20);
  });

  it.each(CALLED_ONCE)('gets the reply of %s', async (method, request, expected) => {
    const answer = await rpc(method, request).catch((failure: unknown) => failure);
    expect(answer).toMatchObject(expected);
  });

  it('gets a definite answer to an empty request of every other method', async () => {
    const failures = new Map<string, unknown>();
    for (const method of methodsOfProtoFiles().filter((name) => !called.has(name))) {
      const answer = await rpc(method, {}).catch((failure: unknown) => failure);
      if (INDEFINITE.has(Reflect.get(Object(answer), 'code'))) failures.set(method, answer);
    }
    expect(failures).toEqual(new Map());
  });

  it('gets UNAUTHENTICATED from every method without an identity', async () => {
    for (const method of methodsOfProtoFiles()) {
      const [service = '', name = ''] = method.split('.');
      const client = clientOf(service);
      const refused = new Promise((resolve) => {
        send(client, { name, request: {}, metadata: new Metadata(), onReply: resolve });
      });
      expect(await refused).toMatchObject(UNAUTHENTICATED);
    }
  });
});
