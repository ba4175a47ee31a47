import type { ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedAgent } from '@outreach/outbound-kit';
import type { ContactsConfig } from '../config.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import { builtInProvider } from './built-in-provider.ts';
import { enrichJob } from './enrich-contacts.job.ts';
import { createEnrichmentStores, ENRICHMENT_SOURCE } from './enrichment-request.store.ts';
import { enrichmentMethods } from './enrichment.rpc.ts';
import { createHttpProvider } from './http-provider.client.ts';
import type { EnrichmentPorts, EnrichmentRequests } from './ports.ts';

export type { EnrichmentRequests } from './ports.ts';

/** Time for reads and the commit beyond the time of the providers. */
const LEASE_MARGIN_MS = 10_000;

export interface Enrichment extends ContactsFeature {
  readonly requests: EnrichmentRequests;
}

/** Fills empty fields of contacts in the background. */
export function createEnrichment(
  base: ServiceBase,
  needs: Pick<EnrichmentPorts, 'contacts' | 'counts'> & {
    readonly scorer: ScorerPorts;
    readonly config: ContactsConfig;
  },
): Enrichment {
  const { scorer, config, ...stores } = needs;
  const leaseMs = config.ENRICHMENT_TIMEOUT_MS + LEASE_MARGIN_MS;
  const { requests, queue, giveUp } = createEnrichmentStores(base, leaseMs);
  const { providers, resources } = createProviders(base, config);
  const ports = { ...base, ...scorer, ...stores, requests };
  return {
    name: 'enrichment',
    requests,
    methods: enrichmentMethods(ports),
    resources,
    jobs: [enrichJob({ ...ports, queue, giveUp, providers, base })],
    requeue: {
      [ENRICHMENT_SOURCE]: async ({ workspace_id: workspaceId, id }) => {
        if (id === undefined) throw new Error('The dead letter of an enrichment names no contact.');
        await base.inWorkspace({ workspaceId }, async () => requests.add([id], new Date(base.clock.now())));
      },
    },
  };
}

/** The external provider is called first: the built-in one derives more from its values. */
function createProviders({ clock }: ServiceBase, config: ContactsConfig) {
  const { ENRICHMENT_URL: url, ENRICHMENT_TOKEN: token, ENRICHMENT_TIMEOUT_MS: timeoutMs } = config;
  if (url === '') return { providers: [builtInProvider], resources: [] };
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const connections = { name: 'outgoing connections', stop: async () => dispatcher.destroy() };
  const provider = createHttpProvider({ url, token, timeoutMs, dispatcher, clock });
  return { providers: [provider, builtInProvider], resources: [connections] };
}
