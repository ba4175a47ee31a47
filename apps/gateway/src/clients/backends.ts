import { AuthServiceService } from '@outreach/contracts-auth';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { AUTH_ROOMS, CONTACT_ROOMS } from './rooms.ts';
import {
  connectRpc,
  type IdentitySigner,
  type Resource,
  type RpcClient,
  type TlsFiles,
} from '@outreach/service-kit';

/** Timeout of a readiness check. */
const HEALTH_TIMEOUT_MS = 1_000;

/** The clients of the services behind the gateway. */
export interface Backends {
  readonly auth: RpcClient<typeof AuthServiceService>;
  readonly contacts: RpcClient<typeof ContactsServiceService>;
  readonly campaigns: RpcClient<typeof CampaignsServiceService>;
  readonly webhooks: RpcClient<typeof WebhooksServiceService>;
}

/** Methods in which webhooks calls the servers of customers. They have a pool of their own. */
const EXTERNAL_WEBHOOK_METHODS = ['createEndpoint', 'testEndpoint', 'retryDelivery'] as const;

/**
 * Methods in which campaigns calls mail servers, and the callback of sending platforms. They have a pool of their own: a
 * platform that reports many results at once uses five of its slots, and none of the others.
 */
const EXTERNAL_CAMPAIGN_METHODS = ['recordPlatformResults', 'sendTestEmail', 'testSendingAccount'] as const;

export type BackendName = keyof Backends;

export interface BackendConnections {
  readonly backends: Backends;
  /** Names of the backends that do not answer. */
  readonly missing: () => Promise<readonly string[]>;
  readonly resource: Resource;
}

/** Connects to all backends in the background. A call to a backend without a connection fails as unavailable. */
export function connectBackends(
  addresses: Readonly<Record<BackendName, string>>,
  identity: IdentitySigner,
  tls?: TlsFiles,
): BackendConnections {
  const options = (audience: BackendName) => ({ audience, address: addresses[audience], identity, tls });
  const connections = {
    auth: connectRpc(AuthServiceService, { ...options('auth'), rooms: AUTH_ROOMS }),
    contacts: connectRpc(ContactsServiceService, { ...options('contacts'), rooms: CONTACT_ROOMS }),
    campaigns: connectRpc(CampaignsServiceService, {
      ...options('campaigns'),
      external: EXTERNAL_CAMPAIGN_METHODS,
    }),
    webhooks: connectRpc(WebhooksServiceService, {
      ...options('webhooks'),
      external: EXTERNAL_WEBHOOK_METHODS,
    }),
  };
  const { auth, contacts, campaigns, webhooks } = connections;
  const all = Object.entries(connections);
  return {
    backends: {
      auth: auth.client,
      contacts: contacts.client,
      campaigns: campaigns.client,
      webhooks: webhooks.client,
    },
    missing: async () => {
      const isConnected = await Promise.all(
        all.map(async ([, connection]) => connection.isConnected(HEALTH_TIMEOUT_MS)),
      );
      return all.flatMap(([name], index) => (isConnected[index] === true ? [] : [name]));
    },
    resource: {
      name: 'backends',
      stop: async () => all.forEach(([, connection]) => connection.close()),
    },
  };
}
