import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import type { ReportPorts } from './ports.ts';
import { inReportSlot } from './report-slots.store.ts';
import { createReportStore } from './report.store.ts';
import { reportMethods } from './reports.rpc.ts';

export { SEALED_REPORTS } from './report.store.ts';

const TOKEN_BYTES = 16;

interface ReportsNeeds extends Pick<ReportPorts, 'campaigns' | 'owners' | 'contacts'> {
  readonly config: { readonly PUBLIC_BASE_URL: string };
}

/** Pages with the numbers of campaigns, for readers without a log-in. */
export function createReports(base: ServiceBase, { config, ...needs }: ReportsNeeds): CampaignsFeature {
  const { clock, ids: newId, inWorkspace } = base;
  const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
  const baseUrl = config.PUBLIC_BASE_URL;
  const reports = createReportStore(base);
  const own = { reports, inReportSlot, inWorkspace, clock, newId, newToken, baseUrl };
  return { name: 'reports', methods: reportMethods({ ...needs, ...own }) };
}
