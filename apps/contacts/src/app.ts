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
import type { EnrichmentProvider } from './enrichment/ports.ts';
import type { ImportQueue } from './imports/ports.ts';
import type { Deps } from './domain/ports.ts';
import { createConsumers } from './timeline/timeline.events.ts';
import { contactsService } from './contacts/contacts.rpc.ts';
import { ageEngagementJob } from './timeline/age-engagement.job.ts';
import { builtInProvider } from './enrichment/built-in-provider.ts';
import { announceSuppressionsJob } from './suppressions/announce-suppressions.job.ts';
import { enrichJob } from './enrichment/enrich-contacts.job.ts';
import { finishErasuresJob } from './erasure/finish-erasures.job.ts';
import { foldCountsJob } from './contact-records/compact-counts.job.ts';
import { importWorker, stagedFilesSweeper } from './imports/run-imports.job.ts';
import { scrubFilesJob } from './imports/scrub-files.job.ts';
import { rescoreJob } from './scoring/rescore-contacts.job.ts';
import { sweepJob } from './contact-records/sweep-contacts.job.ts';
import { createHttpProvider } from './enrichment/http-provider.client.ts';
import { createAnnouncementStores, type AnnouncementStores } from './suppressions/announcement.store.ts';
import { createCampaignRegister } from './campaign-links/campaign-register.store.ts';
import { createClientStore } from './agency/client.store.ts';
import { companyIdOf } from './contact-records/company-id.ts';
import { completeDocuments } from './contact-records/complete-documents.store.ts';
import { createContactCounts } from './contact-records/contact-counts.store.ts';
import { createContactRegistry } from './agency/contact-registry.store.ts';
import { createContactStore, defineContacts } from './contact-records/contact.store.ts';
import { createCustomFieldStore } from './custom-fields/custom-field.store.ts';
import { createEngagedContacts } from './timeline/engaged-contact.store.ts';
import { createTimeline } from './timeline/timeline.store.ts';
import { createEnrichmentStores, type EnrichmentStores } from './enrichment/enrichment-request.store.ts';
import { createFieldMappingStore } from './imports/field-mappings/field-mapping.store.ts';
import { createIcpProfileStore } from './scoring/icp-profile.store.ts';
import { createImportStores, IMPORT_LEASE_MS } from './imports/import.store.ts';
import { createImportErasures, type ImportErasureStores } from './imports/import-erasure.store.ts';
import { createLastCounts } from './lists/last-counts.store.ts';
import { personalData } from './erasure/personal-data.store.ts';
import { createPlaces } from './lists/list-cursors.store.ts';
import { createRescores } from './scoring/rescore.store.ts';
import { createRetentionLogStore } from './erasure/retention-log.store.ts';
import { createSegmentStore } from './segments/segment.store.ts';
import { sha256 } from './contact-records/sha256.ts';
import { createStagedFiles } from './imports/staged-file.store.ts';
import { createSuppressionStore } from './suppressions/suppression.store.ts';
import { createSweeps } from './contact-records/sweep.store.ts';

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
