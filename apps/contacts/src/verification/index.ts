import type { ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedAgent } from '@outreach/outbound-kit';
import type { ContactsConfig } from '../config.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import { createBuiltInVerifier } from './built-in-verifier.ts';
import { createContactLists } from './contact-list.store.ts';
import { disposableDomains } from './disposable-domains.ts';
import { createDomainQuestions } from './dns.client.ts';
import { createDomainLookup } from './domain-lookup.client.ts';
import { createHttpVerifier } from './http-verifier.client.ts';
import { newJob } from './manage-verifications.ts';
import type { ContactLists, VerificationPorts, VerificationRequests } from './ports.ts';
import { verificationWorker } from './run-verifications.job.ts';
import { verificationMethods } from './verification.rpc.ts';
import { createVerificationStores, type VerificationStores } from './verification.store.ts';

export type { ContactLists, VerificationRequests } from './ports.ts';

/** The stored jobs and their contacts, also for imports, which request verifications. */
export interface VerificationStorage extends VerificationStores {
  readonly lists: ContactLists;
  readonly requests: VerificationRequests;
}

export function createVerificationStorage(base: ServiceBase): VerificationStorage {
  const stores = createVerificationStores(base);
  const lists = createContactLists(base.mongo.connection);
  return {
    ...stores,
    lists,
    requests: {
      addImport: async ({ workspaceId, importId }, at) => {
        const total = await lists.count(importId);
        const job = { id: base.ids('ver'), workspaceId, at, listId: importId, segmentId: null, total };
        await stores.verifications.insert(newJob(job));
      },
    },
  };
}

/** Verifies the addresses of contacts: one at once, many by jobs. */
export function createVerification(
  base: ServiceBase,
  needs: VerificationStorage &
    Pick<VerificationPorts, 'contacts' | 'counts' | 'segments' | 'imports'> & {
      readonly scorer: ScorerPorts;
      readonly config: ContactsConfig;
    },
): ContactsFeature {
  const { queue, scorer, config, ...stores } = needs;
  const { verifier, resources } = createVerifier(base, config);
  const ports = { ...base, ...scorer, ...stores, verifier, newId: base.ids };
  return {
    name: 'verification',
    methods: verificationMethods(ports),
    resources,
    jobs: [verificationWorker({ ...ports, queue })],
  };
}

function createVerifier({ clock }: ServiceBase, config: ContactsConfig) {
  const { VERIFICATION_URL: url, VERIFICATION_TOKEN: token, VERIFICATION_TIMEOUT_MS: timeoutMs } = config;
  const dns = createDomainQuestions(config.VERIFICATION_DNS_SERVERS);
  const builtIn = createBuiltInVerifier(createDomainLookup({ dns, clock }), disposableDomains);
  if (url === '') return { verifier: builtIn, resources: [] };
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const connections = {
    name: 'connections to the verification server',
    stop: async () => dispatcher.destroy(),
  };
  const server = { url, token, timeoutMs, dispatcher, clock };
  return { verifier: createHttpVerifier(server, builtIn), resources: [connections] };
}
