import type { SendStatus } from '@outreach/contracts-campaigns/records';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { CampaignContacts, CampaignStore } from '../campaigns/index.ts';
import type { EnrollmentCounts, EnrollmentRecords } from '../enrollments/index.ts';
import type { AccountReader } from '../sending-accounts/index.ts';
import type { Send } from '../sends/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { Stats } from '../stats/index.ts';

export interface SendQuery {
  readonly campaignId: string;
  /** Any of these; all if empty. */
  readonly statuses: readonly SendStatus[];
  readonly page: PageRequest;
}

/** Sends of the current call's workspace. */
export interface SendLog {
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(query: SendQuery): Promise<PageOf<Send>>;
  /** The number of sends of the campaign, by status. */
  countByStatus(campaignId: string): Promise<ReadonlyMap<SendStatus, number>>;
  /** Sends that are queued or claimed although their enrollment has ended; a worker cancels them. */
  countOrphans(campaignId: string): Promise<number>;
}

/** What analyses need of other features. */
export interface AnalyticsNeeds {
  readonly campaigns: Pick<CampaignStore, 'findById' | 'findByIds' | 'ids' | 'listAll'>;
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly accounts: Pick<AccountReader, 'list'>;
  readonly contacts: Pick<CampaignContacts, 'hasClient'>;
  readonly enrollments: {
    readonly counts: Pick<EnrollmentCounts, 'read'>;
    readonly records: Pick<EnrollmentRecords, 'countEnrolled' | 'progressOf'>;
  };
  /** The sends of a campaign that have expired, by their last status. */
  readonly expiredSends: { countOf(campaignId: string): Promise<ReadonlyMap<SendStatus, number>> };
  /** The time from which the current workspace has all of its sends; undefined while they are kept for ever. */
  readonly sendsRetainedFrom: () => Promise<Date | undefined>;
  readonly stats: Pick<Stats, 'reader' | 'owners'>;
}

export interface AnalyticsPorts extends AnalyticsNeeds {
  readonly log: SendLog;
  readonly cursors: MetricCursors;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

/** Campaigns whose counters one request reads or sorts. */
export const CAMPAIGNS_READ_MAX = 50_000;

/** A position in a list that is sorted by a metric, then by id. */
export type MetricPosition = readonly [value: number, id: string];

/** The cursors of lists that are sorted by a metric. */
export interface MetricCursors {
  /** The cursors of the current workspace for one sort and filter. */
  of(
    sort: string,
    asked: string,
  ): {
    /** The size of a page; 0 asks for the default. */
    sizeOf(pageSize: number): number;
    encode(position: MetricPosition): string;
    /** @throws AppError invalid_argument on `cursor`. */
    decode(cursor: string): MetricPosition;
  };
}
