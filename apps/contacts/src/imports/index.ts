import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import type { UpsertPorts } from '../contacts/index.ts';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import { createFieldMappingStore } from './field-mappings/field-mapping.store.ts';
import { fieldMappingMethods } from './field-mappings/field-mappings.rpc.ts';
import { createImportErasures } from './import-erasure.store.ts';
import { createImportStores } from './import.store.ts';
import { importMethods } from './imports.rpc.ts';
import type { ContactLists, VerificationRequests } from '../verification/index.ts';
import type { ImportErasures, ImportStore } from './ports.ts';
import { importWorker } from './run-imports.job.ts';
import { scrubFilesJob } from './scrub-files.job.ts';
import { createStagedFiles } from './staged-file.store.ts';
import { sweepStagedFilesJob } from './sweep-staged-files.job.ts';

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
  const { imports, files, queue } = createImportStores(base, config.IMPORT_LEASE_MS);
  const { erasures, scrubs, queue: scrubQueue } = createImportErasures(base, imports);
  const stagedFiles = createStagedFiles(base.mongo.connection);
  const fieldMappings = createFieldMappingStore(base.mongo.connection, base.cursors);
  const ports = { ...base, imports, stagedFiles, customFields, fieldMappings, newId: base.ids };
  return {
    name: 'imports',
    store: imports,
    erasures,
    methods: { ...importMethods(ports), ...fieldMappingMethods(ports) },
    jobs: [
      importWorker({
        ...ports,
        pipeline,
        importErasures: erasures,
        lists: verifications.lists,
        verifications: verifications.requests,
        queue,
        unitOfWork: base.units.unitOfWork,
      }),
      sweepStagedFilesJob(stagedFiles, files, base),
      scrubFilesJob({ imports, stagedFiles, scrubs, queue: scrubQueue, base }),
    ],
  };
}
