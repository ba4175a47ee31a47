import type { ForecastConstraint } from '@outreach/contracts-campaigns/planning';
import type { CampaignDays, MatchedProvider, PlanAccount, PlanSettings } from './plan-model.ts';

/** Enrollments with the same zone, account, next step and due time. */
export interface Cohort {
  readonly zone: string | null;
  /** Null for new leads. */
  readonly accountId: string | null;
  /** The provider of the mailboxes of new leads; null if the campaign does not match providers. */
  readonly mailProvider: MatchedProvider;
  /** The index of the next step in the sequence. */
  readonly stepIndex: number;
  readonly dueMs: number;
  /** True if the next step is queued already, for the due time. */
  readonly isQueued: boolean;
  readonly count: number;
}

export interface ForecastInput {
  readonly nowMs: number;
  readonly horizonMs: number;
  readonly settings: PlanSettings;
  /** The delay of each step after the previous one. */
  readonly delaysMs: readonly number[];
  readonly days: CampaignDays;
  readonly accounts: readonly PlanAccount[];
  readonly cohorts: readonly Cohort[];
}

export interface ForecastDay {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  /** Emails by account. */
  readonly byAccount: ReadonlyMap<string, number>;
}

export interface Forecast {
  /** Emails that are left if no enrollment stops. */
  readonly totalRemaining: number;
  /** The days with emails. */
  readonly days: readonly ForecastDay[];
  /** The day of the last email; undefined if it is later than the forecast. */
  readonly finishDay: number | undefined;
  /** The limit that ends most days; undefined if nothing is left. */
  readonly bindingConstraint: ForecastConstraint | undefined;
}
