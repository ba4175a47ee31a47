import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { CampaignContacts, CampaignStore } from '../campaigns/index.ts';
import type { Stats } from '../stats/index.ts';
import type { Report } from './report.ts';

/** The reports of the current call's workspace. */
export interface ReportStore {
  find(id: string): Promise<Report | undefined>;
  /** Among the reports of all workspaces. */
  findByToken(token: string): Promise<Report | undefined>;
  /** Newest first. */
  list(page: PageRequest): Promise<PageOf<Report>>;
  insert(report: Report): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What the use cases of reports need. */
export interface ReportPorts {
  readonly reports: ReportStore;
  /** Campaigns of the current call's workspace, archived ones too. */
  readonly campaigns: Pick<CampaignStore, 'findByIds' | 'ids'>;
  readonly owners: Stats['owners'];
  readonly contacts: Pick<CampaignContacts, 'hasClient'>;
  /** Runs the reads of a page when a slot is free, fair by workspace. @throws AppError deadline. */
  readonly inReportSlot: <T>(read: () => Promise<T>) => Promise<T>;
  readonly inWorkspace: <T>(work: { readonly workspaceId: string }, fn: () => Promise<T>) => Promise<T>;
  /** Makes the secret part of an address: 22 characters of the URL-safe base64 alphabet. */
  readonly newToken: () => string;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Origin of the gateway. */
  readonly baseUrl: string;
}
