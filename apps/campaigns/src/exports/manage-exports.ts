import { notFound } from '@outreach/errors';
import { columnsOf, recordsOf } from './export-rows.ts';
import type { SendExports, SendPages, SendRows } from './ports.ts';
import { DIRECT_SENDS_MAX, type ExportFormat, type SendContent } from './send-export.ts';

export interface ManageExportsPorts<Job> {
  readonly campaigns: { findById(id: string): Promise<{ readonly workspace_id: string } | undefined> };
  readonly pages: SendPages;
  readonly exports: SendExports<Job>;
  readonly rows: SendRows;
}

export interface ExportRequest {
  readonly content: SendContent;
  readonly format: ExportFormat;
}

/**
 * Part of a transaction: returns the job for a campaign with more than 10,000 emails, a running one or a new one;
 * undefined if the emails fit into the response. @throws AppError not_found.
 */
export async function startExport<Job>(
  { campaigns, pages, exports }: Omit<ManageExportsPorts<Job>, 'rows'>,
  { content, format }: ExportRequest,
): Promise<Job | undefined> {
  const campaign = await campaigns.findById(content.campaign_id);
  if (campaign === undefined) throw notFound();
  const isDirect = (await pages.count(content.campaign_id, DIRECT_SENDS_MAX + 1)) <= DIRECT_SENDS_MAX;
  if (isDirect) return undefined;
  const open = await exports.findOpen({ ...content }, format);
  return open ?? exports.insert({ workspaceId: campaign.workspace_id, content: { ...content }, format });
}

/** Rows of a page as text. @throws AppError not_found. */
export async function readExportPage(
  { campaigns, pages, rows }: Pick<ManageExportsPorts<never>, 'campaigns' | 'pages' | 'rows'>,
  { content, format }: ExportRequest,
  after: string,
): Promise<{ readonly rows: string; readonly after: string | undefined }> {
  if ((await campaigns.findById(content.campaign_id)) === undefined) throw notFound();
  const page = await pages.read(content.campaign_id, after);
  const layout = { format, columns: columnsOf(content) };
  const header = after === '' ? rows.headerOf(layout) : '';
  return { rows: header + rows.rowsOf(layout, recordsOf(content, format, page.sends)), after: page.after };
}
