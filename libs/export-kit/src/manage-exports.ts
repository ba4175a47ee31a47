import { AppError, knownValue, notFound } from '@outreach/errors';
import type { CallContext, Clock, NewId } from '@outreach/service-kit';
import { statusAt, type ExportContent, type ExportJob } from './export-job.ts';
import type { ExportArchive, ExportFiles, ExportLink, ExportLinks, ExportStore, FilePart } from './ports.ts';
import { EXPORT_FORMATS, type ExportFormat } from './rows.ts';

const PART_BYTES = 1_048_576;

export interface ManageExportsPorts {
  readonly jobs: ExportStore;
  readonly archive: Pick<ExportArchive, 'find'>;
  readonly files: Pick<ExportFiles, 'read'>;
  readonly links: ExportLinks;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** @throws AppError invalid_argument on `format`. */
export function requireFormat(text: string): ExportFormat {
  return knownValue('format', EXPORT_FORMATS, text);
}

export interface NewExport {
  readonly workspaceId: string;
  readonly content: ExportContent;
  readonly format: ExportFormat;
}

/** Part of a transaction: queues a job. */
export async function insertExport(
  { jobs, clock, newId }: Pick<ManageExportsPorts, 'jobs' | 'clock' | 'newId'>,
  { workspaceId, ...request }: NewExport,
): Promise<ExportJob> {
  const job: ExportJob = {
    ...request,
    workspace_id: workspaceId,
    id: newId('exp'),
    status: 'queued',
    total: 0,
    row_count: 0,
    file_id: null,
    error: null,
    created_at: new Date(clock.now()),
    expires_at: null,
    version: 1,
  };
  await jobs.insert(job);
  return job;
}

/**
 * A job of the workspace. An unknown id is not found for every caller; a known one requires one of the scopes.
 * @throws AppError not_found; permission_denied with `required_scope`, the first of the scopes.
 */
export async function getExport(
  { jobs }: Pick<ManageExportsPorts, 'jobs'>,
  { scopes }: Pick<CallContext, 'scopes'>,
  { id, readers }: { readonly id: string; readonly readers: readonly [string, ...string[]] },
): Promise<ExportJob> {
  const job = await jobs.find(id);
  if (job === undefined) throw notFound();
  if (readers.some((scope) => scopes.has(scope))) return job;
  const [scope] = readers;
  throw new AppError('permission_denied', `The scope ${scope} is required.`, {
    details: { required_scope: scope },
  });
}

/** A part of the file of a signed link. @throws AppError not_found if the link or the file has expired. */
export async function readExportFile(
  { archive, files, links, clock }: ManageExportsPorts,
  { offset, ...link }: ExportLink & { readonly offset: number },
): Promise<FilePart & Pick<ExportJob, 'format'>> {
  const job = links.isValid(link) ? await archive.find(link.id) : undefined;
  if (job === undefined || statusAt(job, new Date(clock.now())) !== 'completed') throw notFound();
  const { file_id, format } = job;
  if (file_id === null) throw notFound();
  return { ...(await files.read(file_id, { offset, length: PART_BYTES })), format };
}
