import type { ExportContent as ContentMessage } from '@outreach/contracts-campaigns/gen/exports.ts';
import { requireFormat, type ExportJob, type Exports } from '@outreach/export-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import {
  readExportPage,
  startExport,
  type ExportRequest,
  type ManageExportsPorts,
} from './manage-exports.ts';

export function exportMethods(
  ports: ManageExportsPorts<ExportJob> & { readonly files: Pick<Exports, 'methods' | 'toMessage'> },
): CampaignsMethods {
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
      query: async (_ctx, { content, after }) => readExportPage(ports, fromContent(content), after),
    },
  };
}

function fromContent(message: ContentMessage | undefined): ExportRequest {
  const { campaign_id = '', format = '', include_events = false } = message ?? {};
  return { content: { campaign_id, include_events }, format: requireFormat(format) };
}
