import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import { createDeadLetters, eraseLettersJob } from '@outreach/event-bus';
import { createAddressGuard, createGuardedAgent } from '@outreach/outbound-kit';
import type { Logger, Resource } from '@outreach/service-kit';
import type { ContactsConfig } from './config.ts';
import type { EnrichmentProvider } from './domain/enrichment/ports.ts';
import type { ImportQueue } from './domain/imports/ports.ts';
import type { Deps } from './domain/ports.ts';
import { createConsumers } from './events/consumers.ts';
import { contactsService } from './grpc/contacts-service.ts';
import { ageEngagementJob } from './jobs/age-engagement.ts';
import { builtInProvider } from './domain/enrichment/built-in-provider.ts';
import { announceSuppressionsJob } from './jobs/announce-suppressions.ts';
import { enrichJob } from './jobs/enrich.ts';
import { finishErasuresJob } from './jobs/finish-erasures.ts';
import { foldCountsJob } from './jobs/fold-counts.ts';
import { importWorker, stagedFilesSweeper } from './jobs/imports/import-worker.ts';
import { scrubFilesJob } from './jobs/imports/scrub-files.ts';
import { rescoreJob } from './jobs/rescore.ts';
import { sweepJob } from './jobs/sweep.ts';
import { createHttpProvider } from './outbound/http-provider.ts';
import { createAnnouncementStores, type AnnouncementStores } from './store/announcement-store.ts';
import { createCampaignRegister } from './store/campaign-register.ts';
import { createClientStore } from './store/client-store.ts';
import { companyIdOf } from './store/company-id.ts';
import { completeDocuments } from './store/complete-documents.ts';
import { createContactCounts } from './store/contact-counts.ts';
import { createContactRegistry } from './store/contact-registry.ts';
import { createContactStore, defineContacts } from './store/contact-store.ts';
import { createCustomFieldStore } from './store/custom-field-store.ts';
import { createEngagedContacts } from './store/engaged-contacts.ts';
import { createTimeline } from './store/engagement-store.ts';
import { createEnrichmentStores, type EnrichmentStores } from './store/enrichment-store.ts';
import { createFieldMappingStore } from './store/field-mapping-store.ts';
import { createIcpProfileStore } from './store/icp-profile-store.ts';
import { createImportStores, IMPORT_LEASE_MS } from './store/import-store.ts';
import { createImportErasures, type ImportErasureStores } from './store/import-erasures.ts';
import { createLastCounts } from './store/last-counts.ts';
import { personalData } from './store/personal-data.ts';
import { createPlaces } from './store/places.ts';
import { createRescores } from './store/rescores.ts';
import { createRetentionLogStore } from './store/retention-log-store.ts';
import { createSegmentStore } from './store/segment-store.ts';
import { sha256 } from './store/sha256.ts';
import { createStagedFiles } from './store/staged-files.ts';
import { createSuppressionStore } from './store/suppression-store.ts';
import { createSweeps } from './store/sweeps.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
  /** After which a silent worker of an import is taken for dead. */
  readonly importLeaseMs?: number;
  readonly random?: () => number;
}

export interface ContactsDomain {
  readonly base: ServiceBase;
  readonly deps: Deps;
  readonly counts: ReturnType<typeof createContactCounts>;
  readonly contacts: ReturnType<typeof defineContacts>;
  readonly sweeps: ReturnType<typeof createSweeps>;
  readonly importQueue: ImportQueue;
  readonly retentionLogs: ReturnType<typeof createRetentionLogStore>;
  readonly enrichment: EnrichmentStores;
  readonly scrubQueue: ImportErasureStores['queue'];
  readonly announcementQueue: AnnouncementStores['queue'];
  readonly requeue: EnrichmentStores['requeue'];
}

/** Wires the contacts service. */
export function buildApp(config: ContactsConfig, parts: BuildParts): ServiceApp {
  return serve(buildDomain(config, parts), config, parts);
}

/** The service on its domain. */
export function serve(
  domain: ContactsDomain,
  config: ContactsConfig,
  { random = Math.random }: Pick<BuildParts, 'random'> = {},
): ServiceApp {
  const { base, deps, counts, contacts, sweeps, retentionLogs, importQueue: queue } = domain;
  const { enrichment, announcementQueue } = domain;
  const { providers, resources } = enrichmentProviders(base, config);
  return base.toApp({
    services: [contactsService(deps)],
    jobs: [
      foldCountsJob(async () => counts.foldRows(base.units.unitOfWork)),
      sweepJob(async (signal) => sweeps.sweepRound(signal)),
      importWorker({ deps, queue, owner: base.ids('importer'), logger: base.logger }),
      stagedFilesSweeper({ deps, queue }),
      scrubFilesJob({ deps, queue: domain.scrubQueue, logger: base.logger }),
      finishErasuresJob({ ...deps, logs: retentionLogs }),
      rescoreJob(deps, base.leases),
      ageEngagementJob(deps, base.leases),
      eraseLettersJob(base.mongo.connection, retentionLogs.erasedOf),
      announceSuppressionsJob({ deps, queue: announcementQueue, leases: base.leases }),
      enrichJob({
        deps,
        queue: enrichment.queue,
        providers,
        providerMs: config.ENRICHMENT_TIMEOUT_MS,
        random,
        logger: base.logger,
      }),
    ],
    resources: [
      ...resources,
      {
        name: 'complete documents',
        start: async () => {
          await completeDocuments(contacts);
        },
        stop: async () => undefined,
      },
      ...createConsumers({ ...base, deps, deadLetters: createDeadLetters(base.mongo.connection) }),
    ],
  });
}

interface EnrichmentParts {
  readonly providers: readonly EnrichmentProvider[];
  readonly resources: readonly Resource[];
}

/** The server outside, if there is one, is asked first: what it knows tells the built-in provider more. */
function enrichmentProviders({ clock }: ServiceBase, config: ContactsConfig): EnrichmentParts {
  const { ENRICHMENT_URL: url, ENRICHMENT_TOKEN: token, ENRICHMENT_TIMEOUT_MS: timeoutMs } = config;
  if (url === '') return { providers: [builtInProvider], resources: [] };
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const connections = {
    name: 'outgoing connections',
    start: async () => undefined,
    stop: async () => dispatcher.destroy(),
  };
  const provider = createHttpProvider({ url, token, timeoutMs, dispatcher, clock });
  return { providers: [provider, builtInProvider], resources: [connections] };
}

/** The domain on its database without a server: what the operator's command works with. */
export function buildDomain(config: ContactsConfig, parts: BuildParts): ContactsDomain {
  const base = createServiceBase(config, { name: 'contacts', ...parts });
  const stores = createStores(base, parts.importLeaseMs ?? IMPORT_LEASE_MS);
  const { counts, contacts, sweeps, retentionLogs, enrichment } = stores;
  return {
    base,
    deps: createDeps(base, stores),
    counts,
    contacts,
    sweeps,
    retentionLogs,
    enrichment,
    importQueue: stores.imports.queue,
    announcementQueue: stores.announcements.queue,
    scrubQueue: stores.importErasures.queue,
    requeue: enrichment.requeue,
  };
}

/** Stores that others are made of, or that jobs know more of than the domain does. */
function createStores({ mongo: { connection }, units, cursors, clock, ids }: ServiceBase, leaseMs: number) {
  const { unitOfWork, writes } = units;
  const contacts = defineContacts(connection);
  const imports = createImportStores({ connection, cursors, clock, leaseMs, unitOfWork });
  return {
    contacts,
    imports,
    counts: createContactCounts(connection, writes),
    sweeps: createSweeps(connection, contacts),
    customFields: createCustomFieldStore(connection, cursors),
    retentionLogs: createRetentionLogStore(connection, cursors),
    timeline: createTimeline(connection, cursors),
    enrichment: createEnrichmentStores({ connection, units, clock, newId: ids }),
    importErasures: createImportErasures(connection, imports.imports),
    announcements: createAnnouncementStores(connection, contacts),
  };
}

type Stores = ReturnType<typeof createStores>;

function createDeps(base: ServiceBase, stores: Stores): Deps {
  const { connection } = base.mongo;
  const { cursors, units } = base;
  const { reads, writes } = units;
  const { contacts, customFields, timeline, counts, sweeps, retentionLogs, enrichment } = stores;
  const { imports } = stores.imports;
  const { requests: enrichments } = enrichment;
  return {
    ...effects(base),
    contacts: createContactStore({ contacts, customFields, reads, writes }),
    timeline,
    engagedContacts: createEngagedContacts(contacts),
    counts,
    lastCounts: createLastCounts(),
    places: createPlaces(cursors),
    customFields,
    segments: createSegmentStore(connection, contacts, cursors),
    clients: createClientStore(connection, cursors),
    icpProfiles: createIcpProfileStore(connection, reads),
    rescores: createRescores(connection),
    fieldMappings: createFieldMappingStore(connection, cursors),
    campaigns: createCampaignRegister(connection),
    sweeps,
    registry: createContactRegistry(connection, writes),
    suppressions: createSuppressionStore({ connection, cursors, reads }),
    announcements: stores.announcements.announcements,
    imports,
    stagedFiles: createStagedFiles(connection),
    importErasures: stores.importErasures.erasures,
    retentionLogs,
    enrichments,
    personalData: personalData({ connection, units, imports, timeline, enrichments }),
    replies: units.replies,
  };
}

type Effects = Pick<Deps, 'events' | 'clock' | 'newId' | 'companyIdOf' | 'sha256' | 'unitOfWork' | 'both'>;

function effects({ events, clock, ids, units }: ServiceBase): Effects {
  const { unitOfWork, reads } = units;
  return { events, clock, newId: ids, companyIdOf, sha256, unitOfWork, both: reads.both };
}
