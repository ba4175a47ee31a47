import type { EnrollmentStatus } from '@outreach/contracts-campaigns/enrollment';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Gate } from '../gate/index.ts';
import type { AccountReader } from '../sending-accounts/index.ts';
import type { QueuedSends } from '../sends/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { StatsReader } from '../stats/index.ts';
import type { Campaign, CampaignType, ContactFilter, Platform } from './campaign.ts';

/** The filter of a list. An undefined field matches every campaign. */
export interface CampaignQuery {
  /** Any of these statuses; all but archived if empty. */
  readonly statuses: readonly Campaign['status'][];
  readonly campaignType: CampaignType | undefined;
  readonly platform: Platform | undefined;
  readonly clientId: string | undefined;
  readonly createdAfter: Date | undefined;
  readonly updatedAfter: Date | undefined;
  /** The start of a word in the name, for each word of the search. */
  readonly search: string | undefined;
  readonly page: PageRequest;
}

/** Campaigns of the current call's workspace. */
export interface CampaignStore {
  findById(id: string): Promise<Campaign | undefined>;
  findByIds(ids: readonly string[]): Promise<readonly Campaign[]>;
  /** Active campaigns of the sequence, at most `limit`. */
  activeOf(sequenceId: string, limit: number): Promise<readonly Campaign[]>;
  /** Whether campaigns that are neither archived nor completed use the sequence, and whether one of them is active. */
  openCampaignsOf(sequenceId: string): Promise<'none' | 'open' | 'active'>;
  /** All campaigns of the sequence, archived ones too. */
  idsOfSequence(sequenceId: string): Promise<readonly string[]>;
  /** Returns false if the campaign no longer has the given status. */
  markEnrolled(campaign: Campaign, at: Date): Promise<boolean>;
  /** Part of a transaction: false if the campaign is not paused. A concurrent resume conflicts with it. */
  staysPaused(id: string): Promise<boolean>;
  insert(campaign: Campaign): Promise<void>;
  /** Replaces the campaign if it has `expectedVersion`; false if it has another version. */
  save(campaign: Campaign, expectedVersion: number): Promise<boolean>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(query: CampaignQuery): Promise<PageOf<Campaign>>;
  /** All campaigns, archived ones too, newest first. A cursor is valid for the same `asked` only. */
  listAll(page: PageRequest, asked: string): Promise<PageOf<Campaign>>;
  /** Ids of all campaigns, or of those of a client, archived ones too, at most `max`. */
  ids(query: { readonly clientId: string | undefined; readonly max: number }): Promise<readonly string[]>;
  /** The given names that campaigns have. */
  usedNames(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** True if a campaign that has not ended uses the sending account. */
  usesAccount(accountId: string): Promise<boolean>;
  /** Ids of the active campaigns that use one of the sending accounts, and of those among `others`. */
  activeIdsUsing(accountIds: readonly string[], others?: readonly string[]): Promise<readonly string[]>;
}

/** Requests to plan the due emails of campaigns. */
export interface PlanMarks {
  /**
   * Part of a transaction: the planner looks at these campaigns at this time, or earlier if an earlier time was
   * requested. Does not disturb a planner that is at work on one of them.
   */
  request(campaignIds: readonly string[], at: Date): Promise<void>;
}

/** Requests for a check whether active campaigns are completed. */
export interface CompletionChecks {
  /** Part of a transaction: a job checks these campaigns after the commit. */
  request(campaignIds: readonly string[]): Promise<void>;
}

/** The contacts service. Calls must not run inside a transaction. */
export interface CampaignContacts {
  /**
   * Registers the campaign with all segments of its filter, so that they cannot be deleted. Repeating a call changes
   * nothing.
   * @throws AppError invalid_argument on `contact_filter.segment_ids[i]`.
   */
  register(
    ctx: CallContext,
    registration: { readonly campaignId: string; readonly segmentIds: readonly string[] },
  ): Promise<void>;
  /** Releases the segments of the campaign. */
  release(ctx: CallContext, campaignId: string): Promise<void>;
  /** True if the filter matches at least one contact. */
  hasMatches(ctx: CallContext, filter: ContactFilter): Promise<boolean>;
  /** True if the client exists in the workspace. */
  hasClient(ctx: CallContext, clientId: string): Promise<boolean>;
}

/** Requests to compare the segments that contacts has registered for a campaign with its filter. */
export interface RegistrationChecks {
  /** Part of a transaction: a job corrects the registration at this time, or later. */
  request(campaignId: string, at: Date): Promise<void>;
}

/** The number of enrollments of a campaign, by status. */
export type StatusCounts = Readonly<Record<EnrollmentStatus, number>>;

/** The background work on the enrollments of a campaign. */
export type CampaignTask = 'snapshot' | 'activate' | 'stop' | 'stop_domain';

/** The enrollments of campaigns. */
export interface EnrollmentSummary {
  readonly counts: {
    /** The counts of each of the campaigns. */
    read(campaignIds: readonly string[]): Promise<ReadonlyMap<string, StatusCounts>>;
  };
  readonly tasks: {
    /**
     * Part of a transaction: the task starts, or starts again, after the commit. With `isRestart` a snapshot reads all
     * contacts again, for example for another filter.
     */
    add(
      campaignId: string,
      tasks: readonly Exclude<CampaignTask, 'stop_domain'>[],
      options?: { readonly isRestart?: boolean },
    ): Promise<void>;
    /** The tasks of the campaign that have not ended. */
    of(campaignId: string): Promise<readonly CampaignTask[]>;
  };
  /** Part of a transaction: stops the open enrollments among these, because a send was too late. */
  stopStale(enrollmentIds: readonly string[]): Promise<void>;
}

/** A requested check whether a campaign has completed. */
export interface CompletionCheck {
  /** True while the campaign waits to be checked once more, and has not been requested since. */
  readonly is_confirmation?: boolean;
}

/** What the use cases of campaigns need. */
export interface CampaignPorts {
  readonly campaigns: CampaignStore;
  readonly contacts: CampaignContacts;
  readonly sequences: Pick<SequenceReader, 'findById' | 'hold'>;
  readonly accounts: Pick<AccountReader, 'findByIds' | 'hold'>;
  readonly enrollments: EnrollmentSummary;
  readonly metrics: Pick<StatsReader, 'totals'>;
  readonly queuedSends: QueuedSends;
  readonly planMarks: PlanMarks;
  readonly registrations: RegistrationChecks;
  readonly completionChecks: CompletionChecks;
  readonly gate: Gate;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}
