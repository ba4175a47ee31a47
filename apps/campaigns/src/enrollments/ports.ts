import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { EnrollmentStatus } from '@outreach/contracts-campaigns/enrollment';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { CampaignStore, CompletionChecks, ContactFilter, PlanMarks } from '../campaigns/index.ts';
import type { QueuedSends } from '../sends/index.ts';
import type { SequenceStore } from '../sequences/index.ts';
import type { StatsWriter } from '../stats/index.ts';
import type { Candidate } from './candidate.ts';
import type { Enrollment, EnrollmentChange } from './enrollment.ts';

export interface EnrollmentsOfContact {
  readonly contactId: string;
  /** Any of these statuses; an empty list means every status. */
  readonly statuses: readonly EnrollmentStatus[];
  readonly page: PageRequest;
}

export interface EnrollmentsOfCampaign {
  readonly campaignId: string;
  /** Any of these statuses; an empty list means every status. */
  readonly statuses: readonly EnrollmentStatus[];
  readonly page: PageRequest;
}

/** An event of a contact that stops its enrollments. */
export interface ContactStop {
  readonly contactId: string;
  /** Time of the event: later enrollments continue. */
  readonly at: Date;
  readonly reason: 'contact_deleted' | 'suppressed';
}

export interface ContactAddress {
  readonly contactId: string;
  readonly email: string;
  /** Null if it is unknown. */
  readonly timeZone: string | null;
  /** The provider of the mailbox; null if it is unknown. */
  readonly mailProvider: string | null;
  /** The version of the contact with this address. */
  readonly version: number;
}

export interface EnrollmentProgress {
  /** Sent emails. */
  readonly sent: number;
  /** Open enrollments whose next step is planned. */
  readonly planned: number;
}

/** An enrollment as it was read, and in its next version. */
export interface SavedEnrollment {
  readonly before: Enrollment;
  readonly after: Enrollment;
}

/** Enrollments of the current call's workspace. */
export interface EnrollmentStore {
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  listOfContact(query: EnrollmentsOfContact): Promise<PageOf<Enrollment>>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  listOfCampaign(query: EnrollmentsOfCampaign): Promise<PageOf<Enrollment>>;
  findById(id: string): Promise<Enrollment | undefined>;
  findByIds(ids: readonly string[]): Promise<readonly Enrollment[]>;
  /** Those of the ids whose enrollments have not ended. */
  openAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The enrollments of these contacts in the campaign. */
  ofContacts(campaignId: string, contactIds: readonly string[]): Promise<readonly Enrollment[]>;
  /** Enrollments of the campaign with one of the statuses, in no particular order. */
  inStatus(
    campaignId: string,
    query: { readonly statuses: readonly EnrollmentStatus[]; readonly max: number },
  ): Promise<readonly Enrollment[]>;
  /** Open enrollments of the campaign whose addresses are of the domain, enrolled until a time. */
  openOfDomain(
    campaignId: string,
    query: { readonly domain: string; readonly enrolledUntil: Date; readonly max: number },
  ): Promise<readonly Enrollment[]>;
  /**
   * Enrollments from before the events that are open, or that a later event of the contact stopped; at most 500. The
   * events of a contact may arrive in any order, and the earliest is the reason of the stop.
   */
  stoppedBy(
    stops: readonly ContactStop[],
  ): Promise<{ readonly enrollments: readonly Enrollment[]; readonly hasMore: boolean }>;
  /** The number of enrollments that were enrolled in the period; an open end is undefined. */
  countEnrolled(
    campaignId: string,
    period: { readonly from: Date | undefined; readonly to: Date | undefined },
  ): Promise<number>;
  /** Sums over all enrollments of the campaign. */
  progressOf(campaignId: string): Promise<EnrollmentProgress>;
  /** Ids of enrollments with these addresses whose emails the account sends, by address. */
  ofAddresses(accountId: string, emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids of the contacts' enrollments in the campaign, by contact id. */
  idsOf(campaignId: string, contactIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  insert(enrollments: readonly Enrollment[]): Promise<void>;
  /** Writes the changed fields; false if one of the enrollments has another version than before. */
  save(changes: readonly SavedEnrollment[]): Promise<boolean>;
  /** Records planned emails; false if one of the enrollments has another version. */
  savePlanned(planned: readonly PlannedEnrollment[]): Promise<boolean>;
  /** The contacts that are enrolled in any campaign, and the campaigns with active enrollments in other zones. */
  enrolledOf(
    addresses: readonly ContactAddress[],
  ): Promise<{ readonly contactIds: ReadonlySet<string>; readonly movedCampaignIds: readonly string[] }>;
  /** Replaces addresses, zones and mail providers of earlier versions of the contacts. */
  updateAddresses(addresses: readonly ContactAddress[]): Promise<void>;
  /** A page of all enrollments of a contact. */
  readAll(contactId: string, after: string): Promise<PersonalPage>;
  /** Removes the addresses of these contacts for good. */
  eraseAddresses(contactIds: readonly string[]): Promise<void>;
}

/** An active enrollment whose next step is due. */
export type DueEnrollment = Pick<
  Enrollment,
  | 'id'
  | 'campaign_id'
  | 'contact_id'
  | 'contact_email'
  | 'time_zone'
  | 'mail_provider'
  | 'sending_account_id'
  | 'next_step'
  | 'due_at'
  | 'version'
>;

/** An enrollment whose next step has been planned. */
export interface PlannedEnrollment {
  readonly id: string;
  /** The version before the change. */
  readonly version: number;
  readonly sendAt: Date;
  readonly sendingAccountId: string;
  readonly at: Date;
}

/** Open enrollments that are alike for a forecast. */
export interface EnrollmentCohort {
  readonly zone: string | null;
  readonly accountId: string | null;
  readonly mailProvider: string | null;
  readonly nextStep: number | null;
  readonly dueAt: Date | null;
  /** The time of the queued email, if there is one and no due time. */
  readonly nextSendAt: Date | null;
  readonly count: number;
}

export interface CohortQuery {
  /** The follow-ups of these accounts are counted. */
  readonly accountIds: readonly string[];
  /** The number of open enrollments. */
  readonly total: number;
}

/** The active enrollments of campaigns by their due times. */
export interface DueEnrollments {
  /** The zones of active enrollments; null for unknown zones is always among them. */
  zonesOf(campaignId: string): Promise<readonly (string | null)[]>;
  /** Enrollments that are due until a time, the earliest first: follow-ups of the accounts, or new leads if it is null. */
  due(
    campaignId: string,
    query: {
      readonly zones: readonly (string | null)[];
      readonly accountIds: readonly string[] | null;
      readonly until: Date;
      readonly max: number;
    },
  ): Promise<readonly DueEnrollment[]>;
  hasDue(
    campaignId: string,
    query: {
      readonly zones: readonly (string | null)[];
      readonly kind: 'new_leads' | 'follow_ups';
      readonly until: Date;
    },
  ): Promise<boolean>;
  /** True if the campaign has active enrollments in one of the zones. */
  hasActive(campaignId: string, zones: readonly (string | null)[]): Promise<boolean>;
  /**
   * The open enrollments in cohorts. Of more than 2,000 enrollments it reads a sample of bounded size, whose counts are
   * scaled to the total.
   */
  cohorts(campaignId: string, query: CohortQuery): Promise<readonly EnrollmentCohort[]>;
  /** The next due time after a time. */
  nextDueAfter(campaignId: string, after: Date): Promise<Date | undefined>;
}

/** The number of enrollments of a campaign, by status. */
export type StatusCounts = Readonly<Record<EnrollmentStatus, number>>;

export interface EnrollmentCounts {
  /** Part of the transaction that changes the enrollments. */
  add(changes: readonly EnrollmentChange[]): Promise<void>;
  /** The counts of each of the campaigns. */
  read(campaignIds: readonly string[]): Promise<ReadonlyMap<string, StatusCounts>>;
}

/** Changes of many enrollments of a campaign, which a job makes in batches. */
export type EnrollmentTask =
  /** Enrolls the contacts that match the filter of the campaign. */
  | 'snapshot'
  /** Activates pending enrollments. */
  | 'activate'
  /** Stops the open enrollments of an archived campaign. */
  | 'stop'
  /** Stops the open enrollments of a domain whose contact replied. */
  | 'stop_domain';

/** The fields of a task in its work queue. */
export interface TaskFields {
  readonly campaign_id: string;
  readonly task: EnrollmentTask;
  /** The position after the last enrolled page of a snapshot. */
  readonly after?: string;
  readonly started_at?: Date;
  /** True for a snapshot after the first one of its campaign. It ends when `auto_enroll` is off. */
  readonly is_repetition?: boolean;
  /** Only of `stop_domain`. */
  readonly domain?: string;
}

export interface EnrollmentTasks {
  /**
   * Part of a transaction: the tasks start after the commit. A snapshot continues from the position of the last enrolled
   * page; with `isRestart` it starts from the beginning, for example for another filter.
   */
  add(
    campaignId: string,
    tasks: readonly Exclude<EnrollmentTask, 'stop_domain'>[],
    options?: { readonly isRestart?: boolean },
  ): Promise<void>;
  /** Part of a transaction: stops the enrollments of the domain that exist now, after the commit. */
  addDomainStop(campaignId: string, domain: string): Promise<void>;
  /** The tasks of the campaign that have not ended. */
  of(campaignId: string): Promise<readonly EnrollmentTask[]>;
}

export interface CandidateQuery {
  readonly contactIds: readonly string[];
  readonly filter: ContactFilter;
}

/** The contacts service. */
export interface Candidates {
  /** By contact id; a contact that does not exist or is deleted has no entry. */
  resolve(ctx: CallContext, query: CandidateQuery): Promise<ReadonlyMap<string, Candidate>>;
  /** The number of contacts that match the filter, with all of them or a sample. */
  sample(ctx: CallContext, filter: ContactFilter): Promise<CandidateSample>;
  /** All contacts that match the filter, in pages. `after` is the position of a page; empty to start. */
  stream(
    ctx: CallContext,
    query: { readonly filter: ContactFilter; readonly after: string },
  ): AsyncGenerator<CandidatePage, void, undefined>;
}

export interface CandidateSample {
  readonly candidates: readonly Candidate[];
  readonly total: number;
  readonly isTotalEstimated: boolean;
}

export interface CandidatePage {
  readonly candidates: readonly Candidate[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}

export interface ResolvedCandidates {
  /** Time before the call of the contacts service: a deletion that its reply does not include is later. */
  readonly at: Date;
  readonly byId: ReadonlyMap<string, Candidate>;
}

export type ResolveCandidates = (ctx: CallContext, query: CandidateQuery) => Promise<ResolvedCandidates>;

/** What the use cases of enrollments need. */
export interface EnrollmentPorts {
  readonly enrollments: EnrollmentStore;
  readonly counts: Pick<EnrollmentCounts, 'add'>;
  readonly campaigns: CampaignStore;
  readonly sequences: SequenceStore;
  readonly candidates: Candidates;
  readonly resolveCandidates: ResolveCandidates;
  readonly queuedSends: Pick<QueuedSends, 'cancel' | 'cancelOf'>;
  readonly completionChecks: CompletionChecks;
  readonly planMarks: PlanMarks;
  readonly stats: Pick<StatsWriter, 'countEnrolled'>;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}
