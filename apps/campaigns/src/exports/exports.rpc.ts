import type { ExportContent as ContentMessage } from '@outreach/contracts-campaigns/gen/exports.ts';
import { notFound } from '@outreach/errors';
import { headerOf, requireFormat, rowsOf, type ExportJob, type Exports } from '@outreach/export-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { Campaign, CampaignStore } from '../campaigns/index.ts';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import { columnsOf, recordsOf, type ExportFormat, type SendContent } from './export-rows.ts';
import type { SendPages } from './ports.ts';

/** A campaign with more emails is exported in the background. */
const DIRECT_SENDS_MAX = 10_000;

export interface ExportPorts {
  readonly campaigns: Pick<CampaignStore, 'findById'>;
  readonly pages: SendPages;
  readonly files: Exports;
}

export function exportMethods(ports: ExportPorts): CampaignsMethods {
  const { methods, toMessage } = ports.files;
  return {
    ...methods,
    startExport: {
      scope: READ,
      about: NOTHING,
      command: async (_ctx, { content }) => {
        const job = await startExport(ports, fromContent(content));
        return { export: job === undefined ? undefined : toMessage(job) };
      },
    },
    readExportPage: {
      scope: READ,
      query: async (_ctx, { content: message, after }) => {
        const { content, format } = fromContent(message);
        await requireCampaign(ports, content);
        const page = await ports.pages.read(content.campaign_id, after);
        const layout = { format, columns: columnsOf(content) };
        const header = after === '' ? headerOf(layout) : '';
        const rows = rowsOf(layout, recordsOf(content, format, page.sends));
        return { rows: header + rows, after: page.after };
      },
    },
  };
}

interface ExportRequest {
  readonly content: SendContent;
  readonly format: ExportFormat;
}

function fromContent(message: ContentMessage | undefined): ExportRequest {
  const { campaign_id = '', format = '', include_events = false } = message ?? {};
  return { content: { campaign_id, include_events }, format: requireFormat(format) };
}

/**
 * Part of a transaction: returns the job for a campaign with more than 10,000 emails, a running one or a new one;
 * undefined if the emails fit into the response. @throws AppError not_found.
 */
async function startExport(
  ports: ExportPorts,
  { content, format }: ExportRequest,
): Promise<ExportJob | undefined> {
  const { pages, files } = ports;
  const { workspace_id: workspaceId } = await requireCampaign(ports, content);
  const count = await pages.count(content.campaign_id, DIRECT_SENDS_MAX + 1);
  if (count <= DIRECT_SENDS_MAX) return undefined;
  const open = await files.store.findOpen({ ...content }, format);
  return open ?? files.insert({ workspaceId, content: { ...content }, format });
}

/** @throws AppError not_found. */
async function requireCampaign(
  { campaigns }: ExportPorts,
  { campaign_id: id }: SendContent,
): Promise<Campaign> {
  const campaign = await campaigns.findById(id);
  if (campaign === undefined) throw notFound();
  return campaign;
}
