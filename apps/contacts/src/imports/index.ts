import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import type { UpsertPorts } from '../contacts/index.ts';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import { createFieldMappingStore } from './field-mappings/field-mapping.store.ts';
import { fieldMappingMethods } from './field-mappings/field-mappings.rpc.ts';
import { createImportErasures } from './import-erasure.store.ts';
import { createImportStores } from './import.store.ts';
import { importMethods } from './imports.rpc.ts';
import type { ContactLists, ImportErasures, ImportStore, VerificationRequests } from './ports.ts';
import { importWorker } from './run-imports.job.ts';
import { scrubFilesJob } from './scrub-files.job.ts';
import { createStagedFiles } from './staged-file.store.ts';
import { sweepStagedFilesJob } from './sweep-staged-files.job.ts';

/** Longer than the transaction of one step takes; after it another process continues. */
const SCRUB_LEASE_MS = 30_000;

export interface Imports extends ContactsFeature {
  readonly store: ImportStore;
  readonly erasures: ImportErasures;
}

export interface ImportsNeeds {
  /** The ports of the upsert pipeline. */
  readonly pipeline: UpsertPorts;
  readonly customFields: CustomFieldReader;
  readonly verifications: { readonly lists: ContactLists; readonly requests: VerificationRequests };
  readonly config: { readonly IMPORT_LEASE_MS: number };
}

/** Imports of CSV files, and the field mappings for them. */
export function createImports(base: ServiceBase, needs: ImportsNeeds): Imports {
  const { pipeline, customFields, verifications, config } = needs;
  const { cursors, events, clock, ids, leader, logger, inWorkspace } = base;
  const { connection } = base.mongo;
  const { units } = base;
  const { unitOfWork } = units;
  const leaseMs = config.IMPORT_LEASE_MS;
  const stores = createImportStores({ connection, cursors, clock, ids, leaseMs, units });
  const { imports, files, queue } = stores;
  const erasureOptions = { connection, units, imports, clock, ids, leaseMs: SCRUB_LEASE_MS };
  const { erasures: importErasures, scrubs, queue: scrubQueue } = createImportErasures(erasureOptions);
  const stagedFiles = createStagedFiles(connection);
  const fieldMappings = createFieldMappingStore(connection, cursors);
  const ports = { imports, stagedFiles, customFields, fieldMappings, events, clock, newId: ids };
  return {
    name: 'imports',
    store: imports,
    erasures: importErasures,
    methods: { ...importMethods(ports), ...fieldMappingMethods(ports) },
    jobs: [
      importWorker({
        ...ports,
        pipeline,
        importErasures,
        lists: verifications.lists,
        verifications: verifications.requests,
        queue,
        unitOfWork,
        inWorkspace,
        logger,
      }),
      sweepStagedFilesJob({ stagedFiles, files, leader, clock }),
      scrubFilesJob({ imports, stagedFiles, scrubs, queue: scrubQueue, unitOfWork, clock, base }),
    ],
  };
}
