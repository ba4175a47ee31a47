import { requireFormat, type ExportJob, type Exports } from '@outreach/export-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import { fromFilterMessage, toFiltersLogic } from '../lists/index.ts';
import { READ, type ContactsMethods } from '../methods/index.ts';
import { startExport } from './contact-export.ts';
import type { StartExportPorts } from './ports.ts';

export function exportMethods(
  ports: StartExportPorts<ExportJob> & { readonly files: Pick<Exports, 'methods' | 'toMessage'> },
): ContactsMethods {
  const { methods, toMessage } = ports.files;
  return {
    ...methods,
    startExport: {
      scope: READ,
      about: NOTHING,
      command: async (ctx, request) => {
        const job = await startExport(ports, ctx, {
          filters: request.filters.map(fromFilterMessage),
          logic: toFiltersLogic(request.filters_logic),
          format: requireFormat(request.format),
        });
        return { export: toMessage(job) };
      },
    },
  };
}
