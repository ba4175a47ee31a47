import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import type { Stats } from '../stats/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import type { ReportClients, ReportedCampaigns } from './ports.ts';
import { inReportSlot } from './report-slots.store.ts';
import { createReportStore } from './report.store.ts';
import { reportMethods } from './reports.rpc.ts';

export { SEALED_REPORTS } from './report.store.ts';

const TOKEN_BYTES = 16;

export interface ReportsNeeds {
  readonly campaigns: ReportedCampaigns;
  readonly owners: Stats['owners'];
  readonly contacts: ReportClients;
  readonly config: { readonly PUBLIC_BASE_URL: string };
}

/** Pages with the numbers of campaigns, for readers without a log-in. */
export function createReports(
  base: ServiceBase,
  { campaigns, owners, contacts, config }: ReportsNeeds,
): CampaignsFeature {
  const { mongo, cursors, sealer, clock, ids, inWorkspace } = base;
  const stored = createReportStore({ connection: mongo.connection, cursors, sealer });
  return {
    name: 'reports',
    methods: reportMethods({
      ...stored,
      campaigns,
      owners,
      contacts,
      inReportSlot,
      inWorkspace,
      clock,
      newId: ids,
      newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
      baseUrl: config.PUBLIC_BASE_URL,
    }),
  };
}
