import { contactErrors, importStates } from '@outreach/contracts-contacts';
import { importCompleted } from '@outreach/contracts-contacts/events';
import { notFound } from '@outreach/errors';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { DedupBehavior } from '../contact-model/index.ts';
import { NO_COUNTS, toJobRecord, type FileShape, type ImportJob, type ImportRowError } from './import-job.ts';
import type { ImportPorts, ImportStore } from './ports.ts';

/** A completely uploaded and valid file. */
export interface StagedImport {
  readonly fileId: string;
  readonly fileName: string;
  readonly totalRows: number;
  readonly shape: FileShape;
  readonly fieldMappingId: string | null;
  readonly dedup: DedupBehavior;
  readonly defaultTags: readonly string[];
  readonly triggersVerification: boolean;
}

/** Queues a job; a worker of any process claims it. */
export async function createImport(
  ports: ImportPorts,
  ctx: CallContext,
  staged: StagedImport,
): Promise<ImportJob> {
  const job: ImportJob = {
    id: ports.newId('imp'),
    workspace_id: ctx.workspaceId,
    agency_id: ctx.agencyId,
    file_name: staged.fileName,
    file_id: staged.fileId,
    shape: staged.shape,
    field_mapping_id: staged.fieldMappingId,
    status: 'queued',
    total_rows: staged.totalRows,
    ...NO_COUNTS,
    dedup_behavior: staged.dedup,
    default_tags: staged.defaultTags,
    trigger_verification: staged.triggersVerification,
    started_at: null,
    finished_at: null,
    created_at: new Date(ports.clock.now()),
    error: null,
    failures: 0,
    version: 1,
  };
  await ports.imports.insert(job);
  return job;
}

/** @throws AppError not_found. */
export async function getImport(imports: Pick<ImportStore, 'findById'>, id: string): Promise<ImportJob> {
  const job = await imports.findById(id);
  if (job === undefined) throw notFound();
  return job;
}

/** Imported rows stay imported. @throws AppError not_found; conflict when the job has ended. */
export async function cancelImport(
  ports: Pick<ImportPorts, 'imports' | 'events' | 'clock'>,
  id: string,
): Promise<ImportJob> {
  const job = await getImport(ports.imports, id);
  const status = importStates.next(job.status, 'cancel');
  if (status === undefined) throw contactErrors.importEnded.make({ details: { status: job.status } });
  return endImport(ports, { ...job, status, finished_at: new Date(ports.clock.now()) });
}

/** Stores the end of a job and emits import.completed, in the caller's unit of work. */
export async function endImport(
  ports: { readonly imports: Pick<ImportStore, 'end'>; readonly events: EventSink },
  job: ImportJob,
): Promise<ImportJob> {
  const ended = { ...job, version: job.version + 1 };
  await ports.imports.end(ended);
  const { id, version } = ended;
  ports.events.emit(importCompleted, { aggregate: { id, version }, data: toJobRecord(ended) });
  return ended;
}

export interface ErrorPage extends PageOf<ImportRowError> {
  readonly columns: readonly string[];
}

/** Rows that were not imported, in the order of the file. @throws AppError not_found. */
export async function listImportErrors(
  { imports }: ImportPorts,
  { id, page }: { readonly id: string; readonly page: PageRequest },
): Promise<ErrorPage> {
  // A wrong cursor is reported before an unknown job.
  const errors = await imports.listErrors(id, page);
  const { shape } = await getImport(imports, id);
  return { ...errors, columns: shape.columns };
}
