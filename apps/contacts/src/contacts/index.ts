import type { ServiceBase } from '@outreach/app-kit';
import type { ContactRegistry } from '../agency/index.ts';
import { sha256 } from '../contact-model/index.ts';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import type { SuppressionReader } from '../suppressions/index.ts';
import { contactMethods } from './contacts.rpc.ts';
import type { EnrichmentPort } from './ports.ts';
import type { UpsertPorts } from './upsert-contacts.ts';

export {
  prepareUpserts,
  type PreparedUpserts,
  type RowOutcome,
  type RowStatus,
  type UpsertPorts,
  type UpsertRow,
} from './upsert-contacts.ts';

export interface Contacts extends ContactsFeature {
  /** The ports of `prepareUpserts`. */
  readonly pipeline: UpsertPorts;
}

export interface ContactsNeeds extends EnrichmentPort {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly registry: ContactRegistry;
  readonly suppressions: SuppressionReader;
  readonly scorer: ScorerPorts;
}

/** Creating, reading, changing, deleting and restoring contacts. */
export function createContacts(base: ServiceBase, needs: ContactsNeeds): Contacts {
  const { events, clock, ids } = base;
  const { contacts, counts, registry, suppressions, scorer, enrichments } = needs;
  const ports = {
    ...scorer,
    contacts,
    counts,
    registry,
    suppressions,
    enrichments,
    sha256,
    events,
    clock,
    newId: ids,
    both: base.units.reads.both,
  };
  return { name: 'contacts', pipeline: ports, methods: contactMethods(ports) };
}
