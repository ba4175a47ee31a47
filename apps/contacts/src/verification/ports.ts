import type { MAIL_PROVIDERS } from '@outreach/contracts-contacts';
import type { EventSink } from '@outreach/event-schema';
import type { Clock, Logger, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import type { ResultCounts, VerificationJob, VerificationResult } from './verification-job.ts';

export type MailProvider = (typeof MAIL_PROVIDERS)[number];

/** A mail server of a domain. */
export interface MailHost {
  readonly exchange: string;
  /** The lowest is asked first. */
  readonly priority: number;
}

/** The answer of a resolver: records, no record of that type, no such name, or no usable answer. */
export type DnsAnswer<DnsRecord> =
  | { readonly kind: 'records'; readonly records: readonly DnsRecord[] }
  | { readonly kind: 'no_records' | 'no_name' | 'unknown' };

/** Questions about a domain. */
export interface DomainQuestions {
  mx(domain: string): Promise<DnsAnswer<MailHost>>;
  /** IPv4 addresses. */
  a(domain: string): Promise<DnsAnswer<string>>;
}

/** Whether a domain receives mail, and by which provider; `unknown` after a failure of DNS. */
export type DomainFacts =
  { readonly kind: 'mail'; readonly provider: MailProvider } | { readonly kind: 'no_mail' | 'unknown' };

/** On whose behalf and until when an address is verified. */
export interface VerifyContext {
  readonly workspaceId: string;
  /** In ms since the epoch. A slow server delays the result at most until then. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
}

export interface DomainLookup {
  /** `unknown` when the deadline has passed. */
  lookUp(ctx: VerifyContext, domain: string): Promise<DomainFacts>;
}

export interface Verdict {
  readonly result: VerificationResult;
  /** Undefined after a failure of DNS; null if the domain receives no mail. */
  readonly mailProvider: MailProvider | null | undefined;
}

/** Verifies addresses without an email and without a dialog with their mail servers. */
export interface AddressVerifier {
  /** @throws KnownFailure when an external server cannot answer now. */
  verify(ctx: VerifyContext, email: string): Promise<Verdict>;
}

/** Verification jobs of the current call's workspace. */
export interface VerificationStore {
  insert(job: VerificationJob): Promise<void>;
  findById(id: string): Promise<VerificationJob | undefined>;
  /** Newest first. */
  list(page: PageRequest): Promise<PageOf<VerificationJob>>;
  /** Stores the end of a job and ends the claim of its worker, which cannot change the job from then on. */
  end(job: VerificationJob): Promise<void>;
  /**
   * Adds the counts of a page and stores the position after it, in the unit of work of the page. False when the claim
   * was lost.
   */
  advance(id: string, page: CountedPage): Promise<boolean>;
}

export interface CountedPage {
  /** Token of the worker's claim. */
  readonly token: string;
  readonly counts: ResultCounts;
  /** Position after the page; null after the last one. */
  readonly position: string | null;
}

/** Lists of contact ids in the current call's workspace: those of a request, and those of an import. */
export interface ContactLists {
  /** Adds a page at a position after all others of the list. */
  add(listId: string, page: ListedContacts): Promise<void>;
  /** The page after a position. */
  pageAfter(listId: string, position: number): Promise<ListedContacts | undefined>;
  count(listId: string): Promise<number>;
  remove(listId: string): Promise<void>;
}

export interface ListedContacts {
  readonly position: number;
  readonly contactIds: readonly string[];
}

/** Requests the verification of the contacts of an import, in the caller's unit of work. */
export interface VerificationRequests {
  addImport(source: { readonly workspaceId: string; readonly importId: string }, at: Date): Promise<void>;
}

export interface VerificationPorts extends ScorerPorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly segments: FilterNamePorts['segments'];
  readonly imports: { findById(id: string): Promise<object | undefined> };
  readonly verifications: VerificationStore;
  readonly lists: ContactLists;
  readonly verifier: AddressVerifier;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Logger;
}
