import type { ServiceBase } from '@outreach/app-kit';
import { createExports as createFiles, type ExportsConfig } from '@outreach/export-kit';
import { READ, type ContactsFeature } from '../methods/index.ts';
import { withoutFilters } from './contact-export.ts';
import { exportMethods } from './exports.rpc.ts';
import type { ReadExportPorts } from './ports.ts';
import { openExport } from './read-export.ts';

export interface Exports extends ContactsFeature {
  /** Part of a transaction: no file of the workspace has a contact that is erased. */
  readonly expireFiles: () => Promise<void>;
}

/** Files with the contacts of a workspace. */
export function createExports(
  base: ServiceBase,
  { config, ...ports }: ReadExportPorts & { readonly config: ExportsConfig },
): Exports {
  const files = createFiles(base, config, {
    kind: 'contacts',
    readers: READ,
    open: async (content, format) => openExport(ports, content, format),
    kept: withoutFilters,
  });
  const { store, insert, jobs } = files;
  const { customFields, campaigns, segments } = ports;
  return {
    name: 'exports',
    methods: exportMethods({ customFields, campaigns, segments, exports: { ...store, insert }, files }),
    jobs,
    expireFiles: async () => store.expire({}),
  };
}
