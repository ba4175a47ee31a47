import type { EventSink } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import type { Contact, TEXT_FIELDS } from '../contact-model/index.ts';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';

export type TextField = (typeof TEXT_FIELDS)[number];

/** The fields of a contact that a provider receives. */
export type EnrichmentSubject = Pick<Contact, 'email' | TextField> & {
  readonly company: Pick<Contact['company'], 'name' | 'domain'>;
};

/** A source of values for contacts. */
export interface EnrichmentProvider {
  /**
   * Returns fields of a contact; unknown fields are ignored.
   * @throws KnownFailure when the provider cannot answer now.
   */
  enrich(subject: EnrichmentSubject, signal: AbortSignal): Promise<unknown>;
}

/** Requests to enrich contacts of the current call's workspace. */
export interface EnrichmentRequests {
  /** Runs in the unit of work of the command. A waiting or running request of the contact starts again. */
  add(contactIds: readonly string[], at: Date): Promise<void>;
  /** Deletes the request of a contact and its dead letter. */
  remove(contactId: string): Promise<void>;
}

export interface EnrichmentPorts extends ScorerPorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly requests: EnrichmentRequests;
  readonly events: EventSink;
  readonly clock: Clock;
}
