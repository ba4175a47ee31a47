import type { Campaign } from '../campaigns/index.ts';
import type { SendWindow } from './send-window.ts';

/** The settings of a campaign that decide when it sends. */
export type PlanSettings = SendWindow &
  Pick<Campaign, 'daily_send_limit' | 'max_new_leads_per_day' | 'smart_time_gaps'>;

/** The emails of a campaign on a UTC day. */
export interface CampaignDay {
  readonly planned: number;
  /** The first emails among them. */
  readonly new_leads: number;
}

/** Days are numbers of days since 1970-01-01. */
export type CampaignDays = ReadonlyMap<number, CampaignDay>;

/** A provider of mailboxes that new leads and accounts can have in common; null for any other. */
export type MatchedProvider = 'google' | 'microsoft' | null;

/** A sending account as the planner sees it. */
export interface PlanAccount {
  readonly id: string;
  readonly zone: string | null;
  readonly health: number;
  readonly minGapMs: number;
  readonly maxGapMs: number;
  /** The earliest time of its next email. */
  readonly freeAtMs: number;
  /** Emails are planned up to this time. */
  readonly untilMs: number;
  /** Emails are planned up to this time after the first of them: campaigns take turns at an account. */
  readonly turnMs: number;
  /** Emails that the account may send on a day of its zone. */
  readonly allowanceOn: (day: number) => number;
  /** Emails planned by day of its zone. */
  readonly planned: ReadonlyMap<number, number>;
  /** False for an account that only sends follow-ups. */
  readonly takesNewLeads: boolean;
  /** Null if the campaign does not match providers. */
  readonly mailProvider: MatchedProvider;
}

/** Enrollments whose next step is due at the same time: one, or a cohort of them. */
export interface DueItem {
  readonly dueMs: number;
  readonly count: number;
}

/** Due steps in one zone, the earliest first. */
export interface DueQueue<Item extends DueItem> {
  /** The zone of the contacts; null if it is unknown. */
  readonly zone: string | null;
  /** The account of the follow-ups; null for new leads. */
  readonly accountId: string | null;
  /** The provider of the mailboxes of new leads; null for follow-ups, and if the campaign does not match providers. */
  readonly mailProvider: MatchedProvider;
  readonly items: readonly Item[];
}

/** Planned emails: one, or several of a cohort one after another. */
export interface PlannedEmail<Item extends DueItem> {
  readonly item: Item;
  readonly queue: DueQueue<Item>;
  readonly accountId: string;
  readonly count: number;
  /** The time of the first of them. */
  readonly atMs: number;
  /** The gap after each of them. */
  readonly gapMs: number;
  /** The day in the zone of the account, and the UTC day. */
  readonly accountDay: number;
  readonly campaignDay: number;
}

export interface PlanInput<Item extends DueItem> {
  readonly nowMs: number;
  readonly settings: PlanSettings;
  readonly days: CampaignDays;
  readonly accounts: readonly PlanAccount[];
  readonly queues: readonly DueQueue<Item>[];
  /** Returns a number of at least 0 and less than 1. */
  readonly random: () => number;
  /** Emails to plan at most. */
  readonly max: number;
  /** Emails of a cohort that are planned in one step. */
  readonly runMax?: number;
}

export interface PlanResult<Item extends DueItem> {
  readonly emails: readonly PlannedEmail<Item>[];
  /** The time of the earliest email that is left, with its account; undefined if none can be sent. */
  readonly next: { readonly atMs: number; readonly accountId: string } | undefined;
  /** The next free time of each account that got emails. */
  readonly freeAtMs: ReadonlyMap<string, number>;
}
