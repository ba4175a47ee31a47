import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { CampaignStore } from '../campaigns/index.ts';
import { expireExportsJob } from './expire-exports.job.ts';
import { createExportFiles } from './export-file.store.ts';
import { createExportLinks } from './export-links.ts';
import { createExportStore, fromExportDocument } from './export.store.ts';
import { exportMethods, type ExportMethods } from './exports.rpc.ts';
import { EXPORT_LEASE_MS, runExportsJob } from './run-exports.job.ts';
import { createSendPages } from './send-page.store.ts';

export interface ExportsConfig {
  readonly PUBLIC_BASE_URL: string;
  readonly SERVICE_KEY: Uint8Array;
  readonly SERVICE_KEY_PREVIOUS?: Uint8Array | undefined;
}

export interface ExportsNeeds {
  readonly campaigns: Pick<CampaignStore, 'findById'>;
  readonly config: ExportsConfig;
}

export interface Exports extends Feature<ExportMethods> {
  /** Part of a transaction: no file has the emails of erased contacts. */
  readonly eraseContacts: (contactIds: readonly string[]) => Promise<void>;
}

/** Files with the emails of a campaign. */
export function createExports(base: ServiceBase, { campaigns, config }: ExportsNeeds): Exports {
  const { mongo, units, events, clock, ids: newId, leader } = base;
  const { connection } = mongo;
  const { SERVICE_KEY: key, SERVICE_KEY_PREVIOUS: previous, PUBLIC_BASE_URL: baseUrl } = config;
  const keys = previous === undefined ? [key] : [key, previous];
  const links = createExportLinks({ keys, baseUrl, clock });
  const files = createExportFiles(connection);
  const pages = createSendPages(connection);
  const stored = createExportStore({ connection, units, clock, ids: newId, leaseMs: EXPORT_LEASE_MS });
  const { queue, jobs, archive } = stored;
  const { unitOfWork } = units;
  const toJob = fromExportDocument;
  return {
    name: 'exports',
    eraseContacts: async (contactIds) => {
      const campaignIds = await pages.campaignsOf(contactIds);
      if (campaignIds.length > 0) await jobs.expireOf(campaignIds);
    },
    methods: exportMethods({ campaigns, pages, jobs, archive, files, links, clock, newId }),
    jobs: [
      runExportsJob({ queue, pages, files, links, toJob, unitOfWork, events, clock, base }),
      expireExportsJob({ archive, files, clock, leader }),
    ],
  };
}
