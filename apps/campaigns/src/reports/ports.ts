import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { Campaign } from '../campaigns/index.ts';
import type { Report } from './report.ts';

/** The reports of the current call's workspace. */
export interface ReportStore {
  find(id: string): Promise<Report | undefined>;
  /** Newest first. */
  list(page: PageRequest): Promise<PageOf<Report>>;
  insert(report: Report): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The reports of all workspaces. */
export interface ReportArchive {
  findByToken(token: string): Promise<Report | undefined>;
}

/** Campaigns of the current call's workspace, archived ones too. */
export interface ReportedCampaigns {
  findByIds(ids: readonly string[]): Promise<readonly Pick<Campaign, 'id' | 'name' | 'status'>[]>;
  /** At most `max`. */
  ids(query: { readonly clientId: string | undefined; readonly max: number }): Promise<readonly string[]>;
}

export interface ReportClients {
  hasClient(ctx: CallContext, clientId: string): Promise<boolean>;
}

/** Makes the secret part of an address: 22 characters of the URL-safe base64 alphabet. */
export type NewToken = () => string;

/** Runs the reads of a page when a slot is free, fair by workspace. @throws AppError deadline. */
export type InReportSlot = <T>(read: () => Promise<T>) => Promise<T>;
