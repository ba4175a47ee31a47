import type { ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedAgent } from '@outreach/outbound-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { ContactsFeature } from '../methods/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import { createBuiltInVerifier } from './built-in-verifier.ts';
import { createContactLists } from './contact-list.store.ts';
import { disposableDomains } from './disposable-domains.ts';
import { createDomainQuestions } from './dns.client.ts';
import { createDomainLookup } from './domain-lookup.client.ts';
import { createHttpVerifier } from './http-verifier.client.ts';
import { newJob } from './manage-verifications.ts';
import type { AddressVerifier, ContactLists, VerificationPorts, VerificationRequests } from './ports.ts';
import { verificationWorker } from './run-verifications.job.ts';
import { verificationMethods } from './verification.rpc.ts';
import { createVerificationStores, type VerificationStores } from './verification.store.ts';

export type { ContactLists, VerificationRequests } from './ports.ts';

/** A running worker renews its lease three times within it. */
const LEASE_MS = 15_000;

export interface VerificationConfig {
  /** The external server; empty without one. */
  readonly VERIFICATION_URL: string;
  readonly VERIFICATION_TOKEN: string;
  readonly VERIFICATION_TIMEOUT_MS: number;
  readonly VERIFICATION_DNS_SERVERS: readonly string[];
  readonly OUTBOUND_ALLOW_PRIVATE_CIDRS: Parameters<typeof createAddressGuard>[0];
}

/** The stored jobs and their contacts, also for imports, which request verifications. */
export interface VerificationStorage extends VerificationStores {
  readonly lists: ContactLists;
  readonly requests: VerificationRequests;
}

export function createVerificationStorage({
  mongo,
  units,
  cursors,
  clock,
  ids,
}: ServiceBase): VerificationStorage {
  const { connection } = mongo;
  const stores = createVerificationStores({ connection, units, cursors, clock, ids, leaseMs: LEASE_MS });
  const lists = createContactLists(connection);
  return {
    ...stores,
    lists,
    requests: {
      addImport: async ({ workspaceId, importId }, at) => {
        const total = await lists.count(importId);
        const job = { id: ids('ver'), workspaceId, at, listId: importId, segmentId: null, total };
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
      readonly config: VerificationConfig;
    },
): ContactsFeature {
  const { events, clock, ids, logger, inWorkspace } = base;
  const { unitOfWork } = base.units;
  const { verifications, queue, lists, contacts, counts, imports, segments, scorer, config } = needs;
  const { verifier, resources } = createVerifier(base, config);
  const ports = {
    ...scorer,
    segments,
    verifications,
    lists,
    contacts,
    counts,
    imports,
    verifier,
    events,
    clock,
    logger,
    newId: ids,
  };
  return {
    name: 'verification',
    methods: verificationMethods(ports),
    resources,
    jobs: [verificationWorker({ ...ports, queue, unitOfWork, inWorkspace })],
  };
}

interface Verifier {
  readonly verifier: AddressVerifier;
  readonly resources: readonly Resource[];
}

function createVerifier({ clock }: ServiceBase, config: VerificationConfig): Verifier {
  const { VERIFICATION_URL: url, VERIFICATION_TOKEN: token, VERIFICATION_TIMEOUT_MS: timeoutMs } = config;
  const dns = createDomainQuestions(config.VERIFICATION_DNS_SERVERS);
  const builtIn = createBuiltInVerifier({
    domains: createDomainLookup({ dns, clock }),
    disposable: disposableDomains,
  });
  if (url === '') return { verifier: builtIn, resources: [] };
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const connections = {
    name: 'connections to the verification server',
    stop: async () => dispatcher.destroy(),
  };
  const server = { url, token, timeoutMs, dispatcher, clock };
  return { verifier: createHttpVerifier({ server, builtIn }), resources: [connections] };
}
