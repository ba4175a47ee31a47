import {
  completeApiKey,
  type ApiKey,
  type AuditEntry,
  type ResolveApiKeyResponse,
  type ResolveUserResponse,
  type User,
} from '@outreach/contracts-auth';
import type { Delivery, Endpoint } from '@outreach/contracts-webhooks';
import { AppError } from '@outreach/errors';
import { createHash } from 'node:crypto';
import type { Backends } from '../src/clients/backends.ts';
import { fakeCampaigns } from './fake-campaigns.ts';
import { fakeContacts } from './fake-contacts.ts';

export { contact, CONTACT_ID } from './fake-contacts.ts';

const ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const at = new Date('2026-01-31T09:30:00.000Z');

export const WORKSPACE = `ws_${ULID}`;
export const LIMITS = { requests: 5_000, writes: 2_000, key_max: 600 };

const apiKey: ApiKey = {
  id: `key_${ULID}`,
  name: 'CRM sync',
  key_preview: 'otk_aaaa',
  scopes: ['contacts:write'],
  rate_limit_per_minute: 600,
  created_at: at,
};

const user: User = {
  id: `usr_${ULID}`,
  username: 'maria@example.com',
  role: 'member',
  scopes: [],
  is_active: true,
  created_at: at,
};

const auditEntry: AuditEntry = {
  id: `aud_${ULID}`,
  at,
  actor_type: 'anonymous',
  action: 'login.failed',
  target_type: 'user',
  target_id: `usr_${ULID}`,
  request_id: 'req_1',
};

const endpoint: Endpoint = {
  id: `whk_${ULID}`,
  workspace_id: WORKSPACE,
  name: 'CRM',
  url: 'https://crm.example.com/hook',
  active: true,
  event_subscriptions: ['contact.created'],
  signing_secret_preview: 'whsec_9Xk2',
  custom_headers: {},
  health_status: 'healthy',
  total_deliveries_30d: 0,
  failed_deliveries_30d: 0,
  created_at: at,
  updated_at: at,
};

const delivery: Delivery = {
  id: `dlv_${ULID}`,
  event_id: `evt_${ULID}`,
  event_type: 'contact.created',
  status: 'pending',
  retry_count: 0,
  attempts: [{ at, latency_ms: 3 }],
  is_test: false,
  is_replay: false,
};

const meta = { has_more: false, total_count_estimated: false };

/** An API key as it is shown to its owner. */
export function makeKey(seed: string): string {
  return completeApiKey(`otk_${seed.padEnd(33, 'x')}`);
}

export interface FakeWorld {
  /** SHA-256 of a key in hex → who it is. */
  readonly keys: Map<string, ResolveApiKeyResponse>;
  readonly users: Map<string, ResolveUserResponse>;
  jwksJson: string;
  accessToken: string;
  /** Names of the calls made, in order. */
  readonly calls: string[];
}

/** Backends that answer the example of everything, in the process of the test. */
export function fakeBackends(world: FakeWorld): Backends {
  const called = <T extends object>(name: string, methods: T): T =>
    new Proxy(methods, {
      get: (target, method, receiver) => {
        world.calls.push(`${name}.${String(method)}`);
        return Reflect.get(target, method, receiver);
      },
    });
  return {
    auth: called('auth', fakeAuth(world)),
    contacts: called('contacts', fakeContacts),
    campaigns: called('campaigns', fakeCampaigns),
    webhooks: called('webhooks', fakeWebhooks),
  };
}

function fakeAuth(world: FakeWorld): Backends['auth'] {
  return {
    createToken: async (_ctx, { password }) => {
      if (password !== 'correct horse battery') throw new AppError('unauthenticated', 'No such user.');
      return { tokens: { access: world.accessToken, refresh: 'otr_1' } };
    },
    refreshToken: async (_ctx, { refresh }) => {
      if (!refresh.startsWith('otr_')) throw new AppError('unauthenticated', 'No such token.');
      return { tokens: { access: world.accessToken, refresh: 'otr_2' } };
    },
    revokeToken: async () => ({}),
    getJwks: async () => ({ jwks_json: world.jwksJson }),
    resolveApiKey: async (_ctx, { key_sha256 }) =>
      known(world.keys.get(Buffer.from(key_sha256).toString('hex'))),
    resolveUser: async (_ctx, { user_id }) => known(world.users.get(user_id)),
    createApiKey: async () => ({ api_key: apiKey, key: 'otk_shown_once' }),
    listApiKeys: async () => ({ api_keys: [apiKey], meta }),
    getApiKey: async () => ({ api_key: apiKey }),
    updateApiKey: async () => ({ api_key: apiKey }),
    rotateApiKey: async () => ({ api_key: apiKey, key: 'otk_shown_once' }),
    deleteApiKey: async () => ({}),
    createUser: async () => ({ user }),
    listUsers: async () => ({ users: [user], meta }),
    getUser: async () => ({ user }),
    updateUser: async () => ({ user }),
    deleteUser: async () => ({}),
    getWorkspace: async () => ({
      workspace: { id: WORKSPACE, name: 'Acme', tier: 'default', limits: LIMITS, settings: {} },
    }),
    listAuditEntries: async () => ({ entries: [auditEntry], meta }),
  };
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('unauthenticated', 'Unknown.');
  return found;
}

const fakeWebhooks: Backends['webhooks'] = {
  createEndpoint: async () => ({ endpoint, signing_secret: 'whsec_shown_once' }),
  getEndpoint: async () => ({ endpoint }),
  listEndpoints: async () => ({ endpoints: [endpoint] }),
  deleteEndpoint: async () => ({}),
  listDeliveries: async () => ({ deliveries: [delivery], meta }),
  listEventTypes: async () => ({
    event_types: [
      {
        event_type: 'contact.created',
        category: 'contact',
        description: '…',
        payload_schema_json: '{"type":"object"}',
      },
    ],
  }),
};

export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
