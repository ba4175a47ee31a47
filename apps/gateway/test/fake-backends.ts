import { personalDataExample } from '../src/routes/personal-data.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { AuthServiceService } from '@outreach/contracts-auth';
import { completeApiKey } from '@outreach/contracts-auth/api-key-format';
import type {
  CredentialChange,
  ResolveApiKeyResponse,
  ResolveUserResponse,
} from '@outreach/contracts-auth/gen/auth.ts';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { AppError, notFound } from '@outreach/errors';
import { analyticsReplies } from './analytics-replies.ts';
import type { CallContext } from '@outreach/service-kit';
import type { Backends } from '../src/clients/backends.ts';
import type { GatewayRoute } from '../src/routes/index.ts';
import { exampleReplies, type ExampleReplies } from './example-reply.ts';

const ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

export const WORKSPACE = `ws_${ULID}`;
export const CONTACT_ID = `ct_${ULID}`;
export const LIMITS = { requests: 5_000, writes: 2_000, key_max: 600 };

/** Methods of auth that a request with any credential may call. */
export const CREDENTIAL_CHECKS: ReadonlySet<string> = new Set([
  'getJwks',
  'resolveApiKey',
  'resolveUser',
  'listCredentialChanges',
]);

/** Replies of a test that replace derived replies, by backend and method. */
export type Handlers = { readonly [Name in keyof Backends]?: Partial<Backends[Name]> };

export interface FakeWorld {
  /** SHA-256 of a key in hexadecimal → its status. */
  readonly keys: Map<string, ResolveApiKeyResponse>;
  readonly users: Map<string, ResolveUserResponse>;
  jwksJson: string;
  accessToken: string;
  /** The changes that auth lists. */
  readonly changes: CredentialChange[];
  /** Names of the calls, in order. */
  readonly calls: string[];
}

const currentRoute = new AsyncLocalStorage<GatewayRoute>();

/** Runs the handlers of a route so that the fake backends reply with its example. */
export function withExample(route: GatewayRoute): GatewayRoute {
  return {
    ...route,
    parse: (input) => {
      const call = route.parse(input);
      return async (ctx, ports, exchange) => currentRoute.run(route, async () => call(ctx, ports, exchange));
    },
  };
}

interface Method {
  readonly requestStream: boolean;
}

/**
 * Backends in the process of the test. Every method of the proto files replies with the example of the route that
 * calls it, unless `handlers` has a reply of its own; a new method or route needs no change here.
 */
export function fakeBackends(world: FakeWorld, handlers: Handlers = {}): Backends {
  const fake = <Name extends keyof Backends>(name: Name, definition: object): Backends[Name] =>
    fakeBackend({
      name,
      definition,
      world,
      handlers: {
        ...bulkReplies[name],
        ...(name === 'campaigns' ? analyticsReplies : {}),
        ...(name === 'auth' ? credentials(world) : {}),
        ...handlers[name],
      },
    }) as Backends[Name];
  return {
    auth: fake('auth', AuthServiceService),
    contacts: fake('contacts', ContactsServiceService),
    campaigns: fake('campaigns', CampaignsServiceService),
    webhooks: fake('webhooks', WebhooksServiceService),
  };
}

type Handler = (ctx: CallContext, request: unknown) => Promise<unknown>;

interface FakeOptions {
  readonly name: string;
  readonly definition: object;
  readonly world: FakeWorld;
  readonly handlers: object;
}

function fakeBackend({ name, definition, world, handlers }: FakeOptions): Record<string, Handler> {
  const replies = repliesOf(name);
  const methods = Object.entries<Method>(definition as Record<string, Method>);
  const own = handlers as Readonly<Record<string, Handler>>;
  const calls = methods.map(([method, { requestStream }]) => {
    const derived: Handler = async (ctx, request) => {
      if (ctx.idempotency !== undefined) ctx.notes.replayed = true;
      if (requestStream) await requireFile(request as AsyncIterable<Chunk>);
      else requireExampleId(request as object);
      return reply(replies, method);
    };
    const call: Handler = async (ctx, request) => {
      world.calls.push(`${name}.${method}`);
      return (own[method] ?? derived)(ctx, request);
    };
    return [method, call] as const;
  });
  return Object.fromEntries(calls);
}

const replySources = new Map<string, ExampleReplies>();

function repliesOf(name: string): ExampleReplies {
  const replies = replySources.get(name) ?? exampleReplies(name);
  replySources.set(name, replies);
  return replies;
}

function reply(replies: ExampleReplies, method: string): object {
  const { responses } = currentRoute.getStore()?.example ?? { responses: {} };
  const [example] = Object.values(responses);
  return replies.replyOf(method, isObject(example) ? { created: '201' in responses, ...example } : {});
}

/** Only the ids of the example exist. */
function requireExampleId(request: object): void {
  const { example } = currentRoute.getStore() ?? {};
  const id: unknown = Reflect.get(request, 'id');
  if (typeof id !== 'string' || example?.params === undefined) return;
  if (!Object.values(example.params).includes(id)) throw notFound();
}

interface Chunk {
  readonly part: { readonly $case: string } | undefined;
}

/** Reads an upload up to its file. */
async function requireFile(chunks: AsyncIterable<Chunk>): Promise<void> {
  for await (const { part } of chunks) if (part?.$case === 'file') return;
  throw new AppError('invalid_argument', 'A CSV file is required.', { field: 'file' });
}

/** Credentials of the world in place of an example. */
function credentials(world: FakeWorld): Partial<Backends['auth']> {
  return {
    createToken: async (_ctx, { password }) => {
      if (password !== 'correct horse battery') throw new AppError('unauthenticated', 'No such user.');
      return { tokens: { access: world.accessToken, refresh: 'otr_1' } };
    },
    acceptInvitation: async () => ({ tokens: { access: world.accessToken, refresh: 'otr_3' } }),
    completeOidcLogIn: async () => ({ tokens: { access: world.accessToken, refresh: 'otr_4' } }),
    refreshToken: async (_ctx, { refresh }) => {
      if (!refresh.startsWith('otr_')) throw new AppError('unauthenticated', 'No such token.');
      return { tokens: { access: world.accessToken, refresh: 'otr_2' } };
    },
    getJwks: async () => ({ jwks_json: world.jwksJson }),
    resolveApiKey: async (_ctx, { key_sha256, key_id }) =>
      key_id === undefined ? known(world.keys.get(Buffer.from(key_sha256).toString('hex'))) : keyOf(key_id),
    resolveUser: async (_ctx, { user_id }) => known(world.users.get(user_id)),
    listCredentialChanges: async () => ({ changes: [...world.changes], is_truncated: false }),
  };
}

/** The key that has started a consent. */
function keyOf(key_id: string): ResolveApiKeyResponse {
  const limits = { workspace_limits: LIMITS, rate_limit_per_minute: LIMITS.key_max };
  return { key_id, workspace_id: WORKSPACE, scopes: ['campaigns:write'], ...limits };
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('unauthenticated', 'Unknown.');
  return found;
}

const QUEUED_EXPORT = {
  ...{ id: `exp_${ULID}`, type: 'contacts', status: 'queued', format: 'csv', progress: 0 },
  ...{ row_count: undefined, download_url: undefined, expires_at: undefined, error: undefined },
};

/** Bulk methods reply with one result per item of their request, and files end. */
const bulkReplies: Handlers = {
  campaigns: {
    findOAuthFlow: async () => ({
      workspace_id: WORKSPACE,
      principal_type: 'api_key',
      principal_id: `key_${ULID}`,
    }),
    completeOAuth: async () => ({ account_id: `acc_${ULID}` }),
    enrollInSequence: async (_ctx, { contact_ids: contactIds }) => ({
      enrolled_count: contactIds.length,
      skipped_count: 0,
      results: contactIds.map((contact_id) => ({
        contact_id,
        status: 'enrolled',
        enrollment_id: `enr_${ULID}`,
      })),
    }),
    readPersonalData: async () => ({ records_json: [] }),
    readExportFile: async (_ctx, { id }) => {
      if (id !== `exp_${ULID}`) throw notFound();
      const content = Buffer.from('id,campaign_id\n');
      return { content, is_last: true, format: 'csv', byte_count: content.length };
    },
  },
  webhooks: { readPersonalData: async () => ({ records_json: [] }) },
  contacts: {
    startExport: async () => ({ export: QUEUED_EXPORT }),
    readPersonalData: async (_ctx, { contact_id: id, section }) => {
      const { contact } = personalDataExample;
      if (id !== contact.id) throw notFound();
      return { records_json: section === 'contact' ? [JSON.stringify(contact)] : [] };
    },
    bulkUpsertContacts: async (_ctx, { rows }) => ({
      outcomes: rows.map(() => ({ status: 'created', contact_id: CONTACT_ID, error: undefined })),
    }),
    bulkCreateSuppressions: async (_ctx, { inputs }) => ({
      outcomes: inputs.map(() => ({ suppression_id: `sup_${ULID}`, created: true })),
    }),
    checkSuppressions: async (_ctx, { emails }) => ({
      checks: emails.map((email) => ({
        email,
        suppressed: false,
        ...{ scope: undefined, type: undefined, reason: undefined },
        reasons: [],
      })),
    }),
  },
};

/** An API key as it is shown to its owner. */
export function makeKey(seed: string): string {
  return completeApiKey(`otk_${seed.padEnd(33, 'x')}`);
}

export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
