import type { Clock, NewId } from '@outreach/service-kit';
import type { Campaign, CampaignStore } from '../campaigns/index.ts';
import type {
  AudienceReader,
  DueEnrollments,
  EnrollmentCounts,
  EnrollmentRecords,
} from '../enrollments/index.ts';
import type { AccountReader, SendingAccount } from '../sending-accounts/index.ts';
import type { Send } from '../sends/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { CampaignDays } from './plan-model.ts';
import type { AccountUse } from './turns.ts';

/** Starts the worker that sends. */
export interface SendWakeUp {
  raise(): void;
}

/** The planned emails of an account. Days are numbers of days since 1970-01-01. */
export interface PlannedAccount {
  /** The earliest time of its next email. */
  readonly nextFreeAt: Date | null;
  readonly days: ReadonlyMap<number, number>;
  /** The use by campaigns, by their ids. */
  readonly uses: ReadonlyMap<string, AccountUse>;
}

/** The planned emails of a campaign. */
export interface PlannedCampaign {
  readonly days: CampaignDays;
  /** All accounts that emails of the campaign were planned for. */
  readonly accountIds: readonly string[];
}

export interface TakenPlaces {
  readonly campaignId: string;
  readonly at: Date;
  readonly campaign: {
    /** By UTC day, `YYYY-MM-DD`. */
    readonly days: ReadonlyMap<string, { readonly planned: number; readonly new_leads: number }>;
    readonly known: PlannedCampaign;
  };
  readonly accounts: readonly {
    readonly accountId: string;
    readonly nextFreeAt: Date;
    /** The use by the campaign, this turn included. */
    readonly usedMs: number;
    /** By day in the zone of the account, `YYYY-MM-DD`. */
    readonly days: ReadonlyMap<string, number>;
    readonly known: PlannedAccount;
  }[];
}

/** Places in the limits of days. */
export interface DayPlaces {
  /** Counts by account id and path, such as `2026-01-31`. */
  readonly accounts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Counts by campaign id and path, such as `2026-01-31.planned`. */
  readonly campaigns: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The planned emails of accounts and campaigns of the current call's workspace. */
export interface PlannedStore {
  /** By id. An account without planned emails has no entry. */
  accounts(ids: readonly string[]): Promise<ReadonlyMap<string, PlannedAccount>>;
  campaign(id: string): Promise<PlannedCampaign>;
  /** Ids of the campaigns that have planned emails of one of the accounts at any time. */
  campaignsUsing(accountIds: readonly string[]): Promise<readonly string[]>;
  /** Part of the transaction that has read the known values: a concurrent planner conflicts with it. */
  take(places: TakenPlaces): Promise<void>;
  /** Part of a transaction. */
  release(places: DayPlaces): Promise<void>;
  /** Part of the transaction that has read the days: a concurrent planner conflicts with it. */
  add(places: DayPlaces): Promise<void>;
}

/** Transactions of the current call's workspace. */
export interface Transactions {
  /** Runs the work in a transaction. It may run again, so its only effects are database writes. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Calls `fn` after the commit of the open transaction. */
  afterCommit(fn: () => void): void;
}

/** The sends of the current call's workspace. */
export interface SendQueue {
  /** Part of a transaction. @throws an error that `isAddedTwice` accepts if a step of an enrollment has a send already. */
  add(sends: readonly Send[]): Promise<void>;
  isAddedTwice(thrown: unknown): boolean;
  /** The queued sends of the campaign, and the time of the next one. */
  queued(campaignId: string): Promise<{ readonly count: number; readonly nextAt: Date | undefined }>;
  /** Numbers of the steps that have a send, by enrollment id. */
  plannedSteps(enrollmentIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<number>>>;
}

/** Pauses campaigns whose accounts must not send. */
export interface AccountGuard {
  /** Returns true if it pauses the campaign. */
  checkAccounts(campaign: Campaign, accounts: readonly SendingAccount[]): Promise<boolean>;
}

/** What the use cases of planning need. */
export interface PlanningPorts {
  readonly campaigns: CampaignStore;
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly accounts: Pick<AccountReader, 'findByIds'>;
  readonly enrollments: EnrollmentRecords;
  readonly due: DueEnrollments;
  readonly counts: Pick<EnrollmentCounts, 'read'>;
  readonly audience: AudienceReader;
  readonly planned: PlannedStore;
  readonly sends: SendQueue;
  readonly sendWakeUp: SendWakeUp;
  readonly guard: AccountGuard;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly random: () => number;
  readonly horizonMs: number;
}

/** What gives places in the limits of days. */
export type PlacesPorts = Pick<PlanningPorts, 'accounts' | 'planned' | 'clock'>;
