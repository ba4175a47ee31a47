import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import { createDeadLetters, eraseLetters } from '@outreach/event-bus';
import type { Logger } from '@outreach/service-kit';
import type { ContactsConfig } from './config.ts';
import type { ImportQueue } from './domain/imports/ports.ts';
import type { Deps } from './domain/ports.ts';
import { createConsumers } from './events/consumers.ts';
import { contactsService } from './grpc/contacts-service.ts';
import { ageEngagementJob } from './jobs/age-engagement.ts';
import { eraseLettersJob } from './jobs/erase-letters.ts';
import { finishErasuresJob } from './jobs/finish-erasures.ts';
import { foldCountsJob } from './jobs/fold-counts.ts';
import { importWorker, stagedFilesSweeper } from './jobs/imports/import-worker.ts';
import { rescoreJob } from './jobs/rescore.ts';
import { sweepJob } from './jobs/sweep.ts';
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
import { createFieldMappingStore } from './store/field-mapping-store.ts';
import { createIcpProfileStore } from './store/icp-profile-store.ts';
import { createImportStores, IMPORT_LEASE_MS } from './store/import-store.ts';
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
}

export interface ContactsDomain {
  readonly base: ServiceBase;
  readonly deps: Deps;
  readonly counts: ReturnType<typeof createContactCounts>;
  readonly contacts: ReturnType<typeof defineContacts>;
  readonly sweeps: ReturnType<typeof createSweeps>;
  readonly importQueue: ImportQueue;
  readonly retentionLogs: ReturnType<typeof createRetentionLogStore>;
}

/** Wires the contacts service. */
export function buildApp(config: ContactsConfig, parts: BuildParts): ServiceApp {
  return serve(buildDomain(config, parts));
}

/** The service on its domain. */
export function serve(domain: ContactsDomain): ServiceApp {
  const { base, deps, counts, contacts, sweeps, retentionLogs, importQueue: queue } = domain;
  return base.toApp({
    services: [contactsService(deps)],
    jobs: [
      foldCountsJob(async () => counts.foldRows(base.units.unitOfWork)),
      sweepJob(async (signal) => sweeps.sweepRound(signal)),
      importWorker({ deps, queue, owner: base.ids('importer'), logger: base.logger }),
      stagedFilesSweeper({ deps, queue }),
      finishErasuresJob({ ...deps, logs: retentionLogs }),
      rescoreJob(deps, base.leases),
      ageEngagementJob(deps, base.leases),
      eraseLettersJob(async () => eraseLetters(base.mongo.connection, retentionLogs.erasedOf)),
    ],
    resources: [
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

/** The domain on its database without a server: what the operator's command works with. */
export function buildDomain(config: ContactsConfig, parts: BuildParts): ContactsDomain {
  const base = createServiceBase(config, { name: 'contacts', ...parts });
  const { connection } = base.mongo;
  const contacts = defineContacts(connection);
  const counts = createContactCounts(connection, base.units.writes);
  const sweeps = createSweeps(connection, contacts);
  const customFields = createCustomFieldStore(connection, base.cursors);
  const { cursors, clock, units } = base;
  const { reads, writes } = units;
  const leaseMs = parts.importLeaseMs ?? IMPORT_LEASE_MS;
  const imports = createImportStores({ connection, cursors, clock, leaseMs, unitOfWork: units.unitOfWork });
  const retentionLogs = createRetentionLogStore(connection, base.cursors);
  const timeline = createTimeline(connection, cursors);
  const deps: Deps = {
    ...effects(base),
    contacts: createContactStore({ contacts, customFields, reads, writes }),
    timeline,
    engagedContacts: createEngagedContacts(contacts),
    counts,
    lastCounts: createLastCounts(),
    places: createPlaces(base.cursors),
    customFields,
    segments: createSegmentStore(connection, contacts, base.cursors),
    clients: createClientStore(connection, base.cursors),
    icpProfiles: createIcpProfileStore(connection, reads),
    rescores: createRescores(connection),
    fieldMappings: createFieldMappingStore(connection, base.cursors),
    campaigns: createCampaignRegister(connection),
    sweeps,
    registry: createContactRegistry(connection, writes),
    suppressions: createSuppressionStore({ connection, cursors, reads }),
    imports: imports.imports,
    stagedFiles: createStagedFiles(connection),
    retentionLogs,
    personalData: personalData({ connection, units: base.units, imports: imports.imports, timeline }),
    replies: base.units.replies,
  };
  return { base, deps, counts, contacts, sweeps, retentionLogs, importQueue: imports.queue };
}

type Effects = Pick<Deps, 'events' | 'clock' | 'newId' | 'companyIdOf' | 'sha256' | 'unitOfWork' | 'both'>;

function effects({ events, clock, ids, units }: ServiceBase): Effects {
  const { unitOfWork, reads } = units;
  return { events, clock, newId: ids, companyIdOf, sha256, unitOfWork, both: reads.both };
}
