import { AuthServiceService } from '@outreach/contracts-auth';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { connectRpc, type IdentitySigner, type TlsFiles } from '@outreach/service-kit/grpc';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { RpcClient } from '@outreach/service-kit/rpc';
import { OUTBOUND_METHODS } from './outbound-methods.ts';
import { AUTH_BULKHEADS, CAMPAIGN_BULKHEADS, CONTACT_BULKHEADS, WEBHOOK_BULKHEADS } from './bulkheads.ts';

/** Timeout of a readiness check. */
const HEALTH_TIMEOUT_MS = 1_000;

/** The clients of the services behind the gateway. */
export interface Backends {
  readonly auth: RpcClient<typeof AuthServiceService>;
  readonly contacts: RpcClient<typeof ContactsServiceService>;
  readonly campaigns: RpcClient<typeof CampaignsServiceService>;
  readonly webhooks: RpcClient<typeof WebhooksServiceService>;
}

export type BackendName = keyof Backends;

/** The address of each service, and of workers that are not at the address of their service. */
export interface BackendAddresses extends Readonly<Record<BackendName, string>> {
  readonly workers?: { readonly [Name in keyof typeof OUTBOUND_METHODS]?: string | undefined };
}

export interface BackendConnections {
  readonly backends: Backends;
  /** Names of the backends that do not answer; `webhooks-worker` for workers at an address of their own. */
  readonly missing: () => Promise<readonly string[]>;
  readonly resource: Resource;
}

/** Connects to all backends in the background. A call to a backend without a connection fails as unavailable. */
export function connectBackends(
  addresses: BackendAddresses,
  identity: IdentitySigner,
  tls?: TlsFiles,
): BackendConnections {
  const options = (audience: BackendName) => ({ audience, address: addresses[audience], identity, tls });
  const withWorkers = <Name extends keyof typeof OUTBOUND_METHODS>(name: Name) => ({
    ...options(name),
    outbound: OUTBOUND_METHODS[name],
    outboundAddress: addresses.workers?.[name],
  });
  const contactOptions = { ...withWorkers('contacts'), bulkheads: CONTACT_BULKHEADS };
  const campaignOptions = { ...withWorkers('campaigns'), bulkheads: CAMPAIGN_BULKHEADS };
  const webhookOptions = { ...withWorkers('webhooks'), bulkheads: WEBHOOK_BULKHEADS };
  const connections = {
    auth: connectRpc(AuthServiceService, { ...withWorkers('auth'), bulkheads: AUTH_BULKHEADS }),
    contacts: connectRpc(ContactsServiceService, contactOptions),
    campaigns: connectRpc(CampaignsServiceService, campaignOptions),
    webhooks: connectRpc(WebhooksServiceService, webhookOptions),
  };
  const { auth, contacts, campaigns, webhooks } = connections;
  const all = Object.entries(connections);
  const checks = [
    ...all.map(([name, { isConnected }]) => ({ name, isConnected })),
    ...(['auth', 'contacts', 'campaigns', 'webhooks'] as const)
      .filter((name) => addresses.workers?.[name] !== undefined)
      .map((name) => ({ name: `${name}-worker`, isConnected: connections[name].isOutboundConnected })),
  ];
  return {
    backends: {
      auth: auth.client,
      contacts: contacts.client,
      campaigns: campaigns.client,
      webhooks: webhooks.client,
    },
    missing: async () => {
      const names = checks.map(async ({ name, isConnected }) =>
        (await isConnected(HEALTH_TIMEOUT_MS)) ? [] : [name],
      );
      return (await Promise.all(names)).flat();
    },
    resource: {
      name: 'backends',
      stop: async () => all.forEach(([, connection]) => connection.close()),
    },
  };
}
