import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId } from '@outreach/service-kit';
import type { RegistryPorts } from '../agency/index.ts';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import type { CheckSuppressionsPorts } from '../suppressions/index.ts';

/** The checks of a contact before it is written: registry, suppressions, custom fields and score. */
export interface ContactRulePorts extends RegistryPorts, CheckSuppressionsPorts, ScorerPorts {
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Writes of one contact and its event. */
export interface WriteContactPorts {
  readonly contacts: Pick<ContactStore, 'insert' | 'save'>;
  readonly counts: Pick<ContactCounts, 'add'>;
  readonly events: EventSink;
}

export interface FindContactPorts {
  readonly contacts: Pick<ContactStore, 'findById' | 'findByEmail'>;
}

export interface ReadBothPort {
  /** Runs two reads concurrently outside a transaction, and one after the other inside one. */
  readonly both: <First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ) => Promise<[First, Second]>;
}

/** Requests the enrichment of contacts. */
export interface EnrichmentPort {
  readonly enrichments: { add(contactIds: readonly string[], at: Date): Promise<void> };
}
