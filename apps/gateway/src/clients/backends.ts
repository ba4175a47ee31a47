import { AuthServiceService } from '@outreach/contracts-auth';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { connectRpc, type IdentitySigner, type Resource, type RpcClient } from '@outreach/service-kit';

/** How long a backend may take to say that it is there. */
const HEALTH_TIMEOUT_MS = 1_000;

/** The services behind the gateway. */
export interface Backends {
  readonly auth: RpcClient<typeof AuthServiceService>;
  readonly contacts: RpcClient<typeof ContactsServiceService>;
  readonly campaigns: RpcClient<typeof CampaignsServiceService>;
  readonly webhooks: RpcClient<typeof WebhooksServiceService>;
}

const BACKEND_NAMES = ['auth', 'contacts', 'campaigns', 'webhooks'] as const;

/** Calls in which webhooks waits for its customers' servers. */
const OUTSIDE_WEBHOOK_CALLS = ['createEndpoint'] as const;

export type BackendName = (typeof BACKEND_NAMES)[number];

export interface BackendConnections {
  readonly backends: Backends;
  /** Names of the backends that do not answer. */
  readonly missing: () => Promise<BackendName[]>;
  readonly resource: Resource;
}

/** Connects to all backends in the background; a call to one that is away is refused as unavailable. */
export function connectBackends(
  addresses: Readonly<Record<BackendName, string>>,
  identity: IdentitySigner,
): BackendConnections {
  const options = (audience: BackendName) => ({ audience, address: addresses[audience], identity });
  const connections = {
    auth: connectRpc(AuthServiceService, options('auth')),
    contacts: connectRpc(ContactsServiceService, options('contacts')),
    campaigns: connectRpc(CampaignsServiceService, options('campaigns')),
    webhooks: connectRpc(WebhooksServiceService, { ...options('webhooks'), outside: OUTSIDE_WEBHOOK_CALLS }),
  };
  const { auth, contacts, campaigns, webhooks } = connections;
  return {
    backends: {
      auth: auth.client,
      contacts: contacts.client,
      campaigns: campaigns.client,
      webhooks: webhooks.client,
    },
    missing: async () => {
      const present = await Promise.all(
        BACKEND_NAMES.map(async (name) => connections[name].isConnected(HEALTH_TIMEOUT_MS)),
      );
      return BACKEND_NAMES.filter((_, index) => present[index] !== true);
    },
    resource: {
      name: 'backends',
      start: async () => undefined,
      stop: async () => BACKEND_NAMES.forEach((name) => connections[name].close()),
    },
  };
}
