import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { EnrollmentProgress, StatusCounts } from '../enrollments/index.ts';
import type { Campaign } from '../campaigns/index.ts';
import type { SendingAccount } from '../sending-accounts/index.ts';
import type { Sequence } from '../sequences/index.ts';
import type { Send, SendStatus } from '../sends/index.ts';
import type { Period, Stats, StatsReader } from '../stats/index.ts';

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

export interface AnalyticsPorts {
  readonly campaigns: {
    findById(id: string): Promise<{ readonly id: string; readonly sequence_id: string } | undefined>;
  };
  readonly sequences: { findById(id: string): Promise<Pick<Sequence, 'steps'> | undefined> };
  readonly stats: StatsReader;
  readonly enrollments: {
    counts(campaignId: string): Promise<StatusCounts | undefined>;
    countEnrolled(campaignId: string, period: Period): Promise<number>;
    progressOf(campaignId: string): Promise<EnrollmentProgress>;
  };
  readonly log: SendLog;
  /** The sends of a campaign that have expired, by their last status. */
  readonly expiredSends: { countOf(campaignId: string): Promise<ReadonlyMap<SendStatus, number>> };
  /** The time from which the current workspace has all of its sends; undefined while they are kept for ever. */
  readonly sendsRetainedFrom: () => Promise<Date | undefined>;
}

/** Campaigns whose counters one request reads or sorts. */
export const CAMPAIGNS_READ_MAX = 50_000;

/** Campaigns and accounts of the current call's workspace, and their counters. */
export interface WorkspaceAnalyticsPorts {
  readonly campaigns: {
    findByIds(ids: readonly string[]): Promise<readonly Campaign[]>;
    /** Ids of all campaigns, or of those of a client, at most `max`. */
    ids(query: { readonly clientId: string | undefined; readonly max: number }): Promise<readonly string[]>;
    /** All campaigns, newest first. A cursor is valid for the same `asked` only. */
    listAll(page: PageRequest, asked: string): Promise<PageOf<Campaign>>;
  };
  readonly accounts: {
    /** Newest first. A cursor is valid for the same `asked` only. */
    list(page: PageRequest, asked: string): Promise<PageOf<SendingAccount>>;
  };
  readonly owners: Stats['owners'];
}

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
