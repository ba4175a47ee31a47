import { invalidField, notFound } from '@outreach/errors';
import type { Clock, NewId } from '@outreach/service-kit';
import {
  DIRECT_SENDS_MAX,
  EXPORT_FORMATS,
  statusAt,
  type ExportContent,
  type ExportJob,
} from './export-job.ts';
import { headerOf, rowsOf } from './export-rows.ts';
import type {
  ExportArchive,
  ExportFiles,
  ExportLink,
  ExportLinks,
  ExportStore,
  FilePart,
  SendPages,
} from './ports.ts';

const PART_BYTES = 1_048_576;

export interface ManageExportsPorts {
  readonly campaigns: { findById(id: string): Promise<{ readonly workspace_id: string } | undefined> };
  readonly pages: SendPages;
  readonly jobs: ExportStore;
  readonly archive: Pick<ExportArchive, 'find'>;
  readonly files: Pick<ExportFiles, 'read'>;
  readonly links: ExportLinks;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** @throws AppError invalid_argument on `format`. */
export function requireFormat(text: string): ExportContent['format'] {
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format === undefined)
    throw invalidField('format', `format must be one of ${EXPORT_FORMATS.join(', ')}.`);
  return format;
}

/**
 * Part of a transaction: returns the job for a campaign with more than 10,000 emails, a running one or a new one;
 * undefined if the emails fit into the response. @throws AppError not_found.
 */
export async function startExport(
  { campaigns, pages, jobs, clock, newId }: ManageExportsPorts,
  content: ExportContent,
): Promise<ExportJob | undefined> {
  const campaign = await campaigns.findById(content.campaignId);
  if (campaign === undefined) throw notFound();
  const isDirect = (await pages.count(content.campaignId, DIRECT_SENDS_MAX + 1)) <= DIRECT_SENDS_MAX;
  if (isDirect) return undefined;
  const open = await jobs.findOpen(content);
  if (open !== undefined) return open;
  const job: ExportJob = {
    ...content,
    id: newId('exp'),
    workspaceId: campaign.workspace_id,
    status: 'queued',
    total: await pages.count(content.campaignId, Number.MAX_SAFE_INTEGER),
    rowCount: 0,
    fileId: null,
    error: null,
    createdAt: new Date(clock.now()),
    expiresAt: null,
    version: 1,
  };
  await jobs.insert(job);
  return job;
}

/** Rows of a page as text. @throws AppError not_found. */
export async function readExportPage(
  { campaigns, pages }: Pick<ManageExportsPorts, 'campaigns' | 'pages'>,
  content: ExportContent,
  after: string,
): Promise<{ readonly rows: string; readonly after: string | undefined }> {
  if ((await campaigns.findById(content.campaignId)) === undefined) throw notFound();
  const page = await pages.read(content.campaignId, after);
  const header = after === '' ? headerOf(content) : '';
  return { rows: header + rowsOf(content, page.sends), after: page.after };
}

/** @throws AppError not_found. */
export async function getExport({ jobs }: Pick<ManageExportsPorts, 'jobs'>, id: string): Promise<ExportJob> {
  const job = await jobs.find(id);
  if (job === undefined) throw notFound();
  return job;
}

/** A part of the file of a signed link. @throws AppError not_found if the link or the file has expired. */
export async function readExportFile(
  { archive, files, links, clock }: ManageExportsPorts,
  { offset, ...link }: ExportLink & { readonly offset: number },
): Promise<FilePart & Pick<ExportJob, 'format'>> {
  const job = links.isValid(link) ? await archive.find(link.id) : undefined;
  if (job === undefined || statusAt(job, new Date(clock.now())) !== 'completed') throw notFound();
  const { fileId, format } = job;
  if (fileId === null) throw notFound();
  return { ...(await files.read(fileId, { offset, length: PART_BYTES })), format };
}
