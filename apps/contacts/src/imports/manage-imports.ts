import { contactErrors, importCompleted } from '@outreach/contracts-contacts';
import { notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { DedupBehavior } from '../contact-records/dedup.ts';
import type { Deps } from '../domain/ports.ts';
import {
  ENDED,
  NO_COUNTS,
  toJobRecord,
  type FileShape,
  type ImportJob,
  type ImportRowError,
} from './import-job.ts';

/** A file that has arrived whole and fits. */
export interface StagedImport {
  readonly fileId: string;
  readonly fileName: string;
  readonly totalRows: number;
  readonly shape: FileShape;
  readonly fieldMappingId: string | null;
  readonly dedup: DedupBehavior;
  readonly defaultTags: readonly string[];
}

/** Queues the job; a worker of this or another process takes it up. */
export async function createImport(deps: Deps, ctx: CallContext, staged: StagedImport): Promise<ImportJob> {
  const job: ImportJob = {
    id: deps.newId('imp'),
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
    started_at: null,
    finished_at: null,
    created_at: new Date(deps.clock.now()),
    error: null,
    failures: 0,
  };
  await deps.imports.insert(job);
  return job;
}

/** @throws AppError not_found. */
export async function getImport(deps: Pick<Deps, 'imports'>, id: string): Promise<ImportJob> {
  const job = await deps.imports.findById(id);
  if (job === undefined) throw notFound();
  return job;
}

export async function listImports(
  deps: Pick<Deps, 'imports'>,
  page: PageRequest,
): Promise<PageOf<ImportJob>> {
  return deps.imports.list(page);
}

/** Rows that were taken stay taken. @throws AppError not_found; conflict when the job has ended. */
export async function cancelImport(deps: Deps, id: string): Promise<ImportJob> {
  const job = await getImport(deps, id);
  if (ENDED.has(job.status)) throw contactErrors.importEnded.make({ details: { status: job.status } });
  return endImport(deps, { ...job, status: 'canceled', finished_at: new Date(deps.clock.now()) });
}

/** Saves an end of any kind and tells of it; part of the caller's unit of work. */
export async function endImport(deps: Pick<Deps, 'imports' | 'events'>, job: ImportJob): Promise<ImportJob> {
  await deps.imports.end(job);
  deps.events.emit(importCompleted, { aggregate: { id: job.id, version: 1 }, data: toJobRecord(job) });
  return job;
}

export interface ErrorPage extends PageOf<ImportRowError> {
  readonly columns: readonly string[];
}

/** Rows that made no change, in the order of the file. @throws AppError not_found. */
export async function listImportErrors(
  deps: Pick<Deps, 'imports'>,
  { id, page }: { readonly id: string; readonly page: PageRequest },
): Promise<ErrorPage> {
  // A bad cursor is told before an unknown job (decisions §1, order of checks).
  const errors = await deps.imports.listErrors(id, page);
  const { shape } = await getImport(deps, id);
  return { ...errors, columns: shape.columns };
}
