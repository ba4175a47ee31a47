import type { CampaignsServiceService } from '@outreach/contracts-campaigns';
import type {
  ExportContent as ContentMessage,
  Export as ExportMessage,
} from '@outreach/contracts-campaigns/gen/exports.ts';
import { NOTHING, type MethodsOf } from '@outreach/service-kit/rpc';
import type { ExportContent, ExportJob } from './export-job.ts';
import { toExportRecord } from './export-view.ts';
import {
  getExport,
  readExportFile,
  readExportPage,
  requireFormat,
  startExport,
  type ManageExportsPorts,
} from './manage-exports.ts';

const READ = ['campaigns:read'] as const;

export type ExportMethods = MethodsOf<
  typeof CampaignsServiceService,
  'startExport' | 'readExportPage' | 'getExport' | 'readExportFile'
>;

export function exportMethods(ports: ManageExportsPorts): ExportMethods {
  const toMessage = (job: ExportJob): ExportMessage => {
    const { row_count, download_url, expires_at, error, ...record } = toExportRecord(
      job,
      new Date(ports.clock.now()),
      ports.links,
    );
    return {
      ...record,
      row_count: row_count ?? undefined,
      download_url: download_url ?? undefined,
      expires_at: expires_at === null ? undefined : new Date(expires_at),
      error: error ?? undefined,
    };
  };
  return {
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
      query: async (_ctx, { content, after }) => readExportPage(ports, fromContent(content), after),
    },
    getExport: {
      scope: READ,
      query: async (_ctx, { id }) => ({ export: toMessage(await getExport(ports, id)) }),
    },
    readExportFile: {
      scope: 'public',
      query: async (_ctx, request) => {
        const { content, isLast, format, byteCount } = await readExportFile(ports, request);
        return { content: Buffer.from(content), is_last: isLast, format, byte_count: byteCount };
      },
    },
  };
}

function fromContent(message: ContentMessage | undefined): ExportContent {
  const { campaign_id: campaignId = '', format = '', include_events: includeEvents = false } = message ?? {};
  return { campaignId, format: requireFormat(format), includeEvents };
}
