import type { BOUNCE_CLASSES, BOUNCE_TYPES } from '@outreach/contracts-campaigns/records';
import type { Counters, OwnerCounter, OwnerCounts } from './counters.ts';

/** A change of counters at a time. */
export interface CountChange {
  readonly campaignId: string;
  /** The account that sent the email. */
  readonly accountId: string;
  readonly stepId: string;
  /** Null for the texts of the step itself. */
  readonly variantId: string | null;
  readonly at: Date;
  readonly counts: Partial<Counters>;
}

export interface BounceCode {
  readonly classification: (typeof BOUNCE_CLASSES)[number];
  readonly type: (typeof BOUNCE_TYPES)[number];
  readonly smtp_code: number | null;
  readonly enhanced_code: string | null;
}

export interface CountedBounce extends BounceCode {
  readonly campaignId: string;
  readonly at: Date;
  /** A reply of the server. */
  readonly sample: string;
}

export interface RateCounts {
  readonly sent: number;
  readonly hardBounces: number;
  readonly complaints: number;
}

/** The campaign since its last resume: its rates count only later sends. */
export interface RatedCampaign {
  readonly id: string;
  readonly resumed_at: Date | null;
}

export interface RateChange {
  readonly campaign: RatedCampaign;
  /** The time at which the counted emails were sent. */
  readonly at: Date;
  readonly counts: Partial<RateCounts>;
}

/** An enrollment that was added. */
export interface Enrolled {
  readonly campaignId: string;
  readonly at: Date;
}

/** Counts emails and enrollments. Every method is part of the transaction that changes them. */
export interface StatsWriter {
  count(changes: readonly CountChange[]): Promise<void>;
  countBounces(bounces: readonly CountedBounce[]): Promise<void>;
  countRates(changes: readonly RateChange[]): Promise<void>;
  countEnrolled(enrolled: readonly Enrolled[]): Promise<void>;
}

/** A period; an open end is undefined. `from` ≤ time < `to`. */
export interface Period {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** Counters of one step and variant in one quarter of an hour. */
export interface Bucket {
  readonly stepId: string;
  readonly variantId: string | null;
  readonly at: Date;
  readonly counts: Partial<Counters>;
}

/** Counters of one quarter of an hour, over all steps. */
export interface QuarterCounts {
  readonly at: Date;
  readonly counts: Partial<Counters>;
}

export interface BounceCount extends BounceCode {
  readonly count: number;
  readonly sample: string;
}

export interface StatsReader {
  /** The counters of each of the campaigns since their launch. */
  totals(campaignIds: readonly string[]): Promise<ReadonlyMap<string, Counters>>;
  /** The counters of time series, by quarter of an hour. */
  byQuarter(campaignId: string, period: Period): Promise<readonly QuarterCounts[]>;
  /** Counters by step and variant. A step and variant can occur several times; their counters are to be added. */
  byVariant(campaignId: string, period: Period): Promise<readonly Omit<Bucket, 'at'>[]>;
  bounces(campaignId: string, period: Period): Promise<readonly BounceCount[]>;
  /** Sends of the last seven UTC days, today included, since the last resume. */
  recent(campaign: RatedCampaign, now: Date): Promise<RateCounts>;
}

/** Whose counters are kept together. */
export type OwnerKind = 'workspace' | 'campaign' | 'account';

/** Some owners of one kind; all of the workspace if `ids` is undefined. */
export interface Owners {
  readonly kind: OwnerKind;
  readonly ids: readonly string[] | undefined;
}

/** Counters of the workspace, its campaigns and its accounts. A read contains every committed change, once. */
export interface OwnerStatsReader {
  /**
   * The counters of the owners together, by the start of the hour, day or week that contains them, in no order.
   * `startOf` returns the same start for all times of a quarter of an hour.
   */
  byPeriod(
    owners: Owners,
    period: Period,
    startOf: (at: Date) => Date,
  ): Promise<ReadonlyMap<number, OwnerCounts>>;
  /** The counters of each owner. Owners without counters are absent. */
  sums(owners: Owners, period: Period): Promise<ReadonlyMap<string, OwnerCounts>>;
}

/** Counters of one owner in one quarter of an hour. */
export interface OwnedChange {
  readonly kind: OwnerKind;
  readonly ownerId: string;
  /** Start of the quarter. */
  readonly at: Date;
  readonly counts: Partial<OwnerCounts>;
}

/** A change of counters of a campaign and an account. */
export interface OwnerChange {
  readonly campaignId: string;
  /** Null for enrollments: they have no account yet. */
  readonly accountId: string | null;
  readonly at: Date;
  /** Counters that are not of owners are left out. */
  readonly counts: Partial<Record<string, number>>;
}

/** Changes of counters that are not part of the stored sums yet. */
export interface CountChanges {
  /** Part of a transaction: one insert, which conflicts with no other transaction. */
  add(changes: readonly OwnerChange[]): Promise<void>;
  /** All changes of the workspace. */
  read(): Promise<readonly OwnedChange[]>;
  /** Part of a transaction: removes and returns the oldest changes, those of at most `max` calls of `add`. */
  take(max: number): Promise<{ readonly changes: readonly OwnedChange[]; readonly hasMore: boolean }>;
  /** The workspaces that have changes. */
  workspaces(): Promise<readonly string[]>;
}

/** Whole UTC days and months. */
export interface WholePeriods {
  readonly months: Period | undefined;
  readonly days: readonly Period[];
}

export interface StoredOwnerStats {
  /** Part of a transaction that reads the counters of days before it replaces them. */
  add(changes: readonly OwnedChange[]): Promise<void>;
  /** The counters of whole days and months. An owner can occur several times; its counters are to be added. */
  whole(owners: Owners, periods: WholePeriods): Promise<readonly Pick<OwnedChange, 'ownerId' | 'counts'>[]>;
  /** The days that contain a part of the period, also with the counters before and after it. */
  days(owners: Owners, period: Period): AsyncIterable<OwnerDay>;
}

/** Counters of one owner and UTC day. */
export interface OwnerDay {
  readonly ownerId: string;
  readonly start: Date;
  /** The counts of a counter by quarter of an hour, packed; undefined if there are none. */
  packed(counter: OwnerCounter): Uint8Array | undefined;
}
