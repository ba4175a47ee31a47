import type { Company, Contact, TextField } from '../contact-records/contact.ts';

/** What a provider is told of a contact. */
export type EnrichmentSubject = Pick<Contact, 'email' | TextField> & {
  readonly company: Pick<Company, 'name' | 'domain'>;
};

/** Knows more about people than their contacts say. */
export interface EnrichmentProvider {
  /**
   * Members of a contact as it knows them; whatever else the answer holds is left out.
   * @throws EnrichmentFailed when it cannot tell now.
   */
  enrich(subject: EnrichmentSubject, signal: AbortSignal): Promise<unknown>;
}

/** The message goes into logs and dead letters and names nobody. */
export class EnrichmentFailed extends Error {
  /** Before this moment, in ms since the epoch, the provider wants no further request. */
  readonly retryAtMs: number | undefined;

  constructor(message: string, retryAtMs?: number) {
    super(message);
    this.name = 'EnrichmentFailed';
    this.retryAtMs = retryAtMs;
  }
}

/** Contacts that wait to be enriched, of the current call's workspace. */
export interface EnrichmentRequests {
  /** Part of the command's unit of work. A contact that waits already is asked for anew: it starts from now. */
  add(contactIds: readonly string[], at: Date): Promise<void>;
  /** Forgets a contact, also where its requests were given up. */
  remove(contactId: string): Promise<void>;
}

/** A request that a worker has for a while. */
export interface ClaimedEnrichment {
  readonly contactId: string;
  readonly workspaceId: string;
  /** Names this turn; one of before, or of before the request was made anew, ends nothing. */
  readonly token: string;
  /** This one included. */
  readonly attempts: number;
}

export interface EnrichmentTurn {
  readonly now: Date;
  readonly until: Date;
  readonly countMax: number;
}

/** The requests of all workspaces, for workers. */
export interface EnrichmentQueue {
  /** Those that have any. */
  workspaces(): Promise<readonly string[]>;
  /** Some requests of a workspace that are due, the oldest first; they are due again at `until`. */
  claim(workspaceId: string, turn: EnrichmentTurn): Promise<readonly ClaimedEnrichment[]>;
  /** Ends a request, in the caller's unit of work; false when it is the claim's no longer. */
  finish(claim: ClaimedEnrichment): Promise<boolean>;
  postpone(claim: ClaimedEnrichment, dueAt: Date): Promise<void>;
  /** Puts a request aside as a dead letter, for an operator to try again. */
  giveUp(claim: ClaimedEnrichment, reason: string): Promise<void>;
}
