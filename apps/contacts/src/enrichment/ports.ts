import type { Company, Contact, TextField } from '../contact-records/index.ts';

/** The fields of a contact that a provider receives. */
export type EnrichmentSubject = Pick<Contact, 'email' | TextField> & {
  readonly company: Pick<Company, 'name' | 'domain'>;
};

/** A source of values for contacts. */
export interface EnrichmentProvider {
  /**
   * Returns fields of a contact; unknown fields are ignored.
   * @throws EnrichmentFailed when the provider cannot answer now.
   */
  enrich(subject: EnrichmentSubject, signal: AbortSignal): Promise<unknown>;
}

/** The message appears in logs and dead letters and contains no personal data. */
export class EnrichmentFailed extends Error {
  /** The provider accepts no further request before this time, in ms since the epoch. */
  readonly retryAtMs: number | undefined;

  constructor(message: string, retryAtMs?: number) {
    super(message);
    this.name = 'EnrichmentFailed';
    this.retryAtMs = retryAtMs;
  }
}

/** Requests to enrich contacts of the current call's workspace. */
export interface EnrichmentRequests {
  /** Runs in the unit of work of the command. A waiting request of the contact starts again. */
  add(contactIds: readonly string[], at: Date): Promise<void>;
  /** Deletes the request of a contact and its dead letter. */
  remove(contactId: string): Promise<void>;
}

/** A request that a worker holds until its lease ends. */
export interface ClaimedEnrichment {
  readonly contactId: string;
  readonly workspaceId: string;
  /** Claim token. Completing with a stale token changes nothing. */
  readonly token: string;
  /** Number of attempts, this one included. */
  readonly attempts: number;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly until: Date;
  readonly countMax: number;
}

/** The requests of all workspaces, for workers. */
export interface EnrichmentQueue {
  /** Workspaces with requests. */
  workspaces(): Promise<readonly string[]>;
  /** Claims due requests of a workspace, the oldest first; they are due again at `until`. */
  claim(workspaceId: string, options: ClaimOptions): Promise<readonly ClaimedEnrichment[]>;
  /** Deletes the request in the caller's unit of work; false if the token is stale. */
  finish(claim: ClaimedEnrichment): Promise<boolean>;
  postpone(claim: ClaimedEnrichment, dueAt: Date): Promise<void>;
  /** Turns the request into a dead letter, which an operator can retry. */
  giveUp(claim: ClaimedEnrichment, reason: string): Promise<void>;
}
