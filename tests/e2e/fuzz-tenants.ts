import { randomUUID } from 'node:crypto';
import { createKey, seedCredential } from '@outreach/dev/seed';
import type { PathValue } from './fuzz-requests.ts';
import type { Answer, RunningStack } from './stack-harness.ts';

const KEYS_PER_TENANT = 6;
/** Below the limit of a workspace, so that clones are created too. */
const CAMPAIGNS_PER_TENANT = 4;
/** More than the run deletes, below the limit of endpoints of a workspace. */
const WEBHOOKS_PER_TENANT = 8;
const SEGMENTS_PER_TENANT = 8;
/** The newest ids of each kind are kept. */
const IDS_PER_KIND = 50;
const ID = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/;
const UNKNOWN_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

/** A workspace with enough keys to stay below their rate limits, and the ids of resources created in it. */
export interface FuzzTenant {
  nextKey(): string;
  /** The text of a path value. `kind` is the id prefix in the parameter's pattern, for example `ct`. */
  idOf(value: PathValue, kind: string): string;
  /** Adds the id that a POST created. Keys and users of the tenant itself are never added, so no request deletes them. */
  addCreated(answer: Answer): void;
}

export interface TenantOptions {
  readonly count: number;
  /** The URL of the webhook endpoints of each tenant. */
  readonly webhookUrl: string;
}

export async function createTenants(running: RunningStack, options: TenantOptions): Promise<FuzzTenant[]> {
  const tenants: FuzzTenant[] = [];
  for (let index = 0; index < options.count; index += 1)
    tenants.push(await createTenant(running, options.webhookUrl));
  return tenants;
}

/** Creates a workspace in an agency of its own: only agencies have clients. */
async function createTenant(running: RunningStack, webhookUrl: string): Promise<FuzzTenant> {
  const { apiKey } = await seedCredential(running.stack, 'Fuzz', ['--agency', `Fuzz ${randomUUID()}`]);
  const names = Array.from({ length: KEYS_PER_TENANT - 1 }, (_, index) => `Fuzz ${index}`);
  const more = await Promise.all(names.map(async (name) => createKey(running.stack, apiKey, name)));
  const keys = [apiKey, ...more];
  const created = new Map<string, string[]>();
  let turn = 0;
  const tenant: FuzzTenant = {
    nextKey: () => {
      turn += 1;
      return keys[turn % keys.length] ?? apiKey;
    },
    idOf: (value, kind) => {
      if ('text' in value) return value.text;
      const ids = created.get(kind) ?? [];
      return ids[value.created % Math.max(ids.length, 1)] ?? `${kind}_${UNKNOWN_ULID}`;
    },
    addCreated: ({ status, body }) => {
      const id: unknown = status === 201 ? body?.id : undefined;
      const [, kind] = typeof id === 'string' ? (ID.exec(id) ?? []) : [];
      if (typeof id !== 'string' || kind === undefined) return;
      created.set(kind, [...(created.get(kind) ?? []), id].slice(-IDS_PER_KIND));
    },
  };
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await running.call('POST', path, { key: apiKey, body });
    if (answer.status !== 201) throw new Error(`${path} returned ${answer.text}`);
    tenant.addCreated(answer);
    return String(answer.body.id);
  };
  await createCampaigns(post);
  await createWebhooks(post, webhookUrl);
  await createSegments(post);
  return tenant;
}

type Post = (path: string, body: object) => Promise<string>;

/** Generated bodies do not name existing records, so they create no campaign. */
async function createCampaigns(post: Post): Promise<void> {
  const step = { subject: 'Hello', body_text: 'Hello' };
  const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls' };
  await post('/api/v1/contacts/', { email: 'campaigns@example.com' });
  const sequence = await post('/api/v1/sequences/', { name: 'Fuzz', steps: [step] });
  const account = await post('/api/v1/sending-accounts/', {
    email: 'fuzz@example.com',
    provider: 'smtp',
    smtp,
  });
  for (let count = 0; count < CAMPAIGNS_PER_TENANT; count += 1)
    await post('/api/v1/campaigns/', {
      name: `Fuzz ${count}`,
      campaign_type: 'nurture',
      sequence_id: sequence,
      sending_account_ids: [account],
    });
}

/** Few generated URLs are reachable, so most operations on endpoints need these. */
async function createWebhooks(post: Post, url: string): Promise<void> {
  for (let count = 0; count < WEBHOOKS_PER_TENANT; count += 1)
    await post('/api/v1/webhooks/', { name: `Fuzz ${count}`, url, event_subscriptions: ['contact.created'] });
}

/** Generated filters rarely fit their fields. */
async function createSegments(post: Post): Promise<void> {
  for (let count = 0; count < SEGMENTS_PER_TENANT; count += 1)
    await post('/api/v1/segments/', { name: `Fuzz ${count}`, filters: [] });
}
