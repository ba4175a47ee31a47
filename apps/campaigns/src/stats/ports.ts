import type { BOUNCE_CLASSES, BOUNCE_TYPES } from '@outreach/contracts-campaigns';
import type { Counters } from './counters.ts';

/** A change of counters at a time. */
export interface CountChange {
  readonly campaignId: string;
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

/** Counts emails. Every method is part of the transaction that changes the sends. */
export interface StatsWriter {
  count(changes: readonly CountChange[]): Promise<void>;
  countBounces(bounces: readonly CountedBounce[]): Promise<void>;
  countRates(changes: readonly RateChange[]): Promise<void>;
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
