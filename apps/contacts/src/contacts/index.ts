import type { ServiceBase } from '@outreach/app-kit';
import type { ContactRegistry } from '../agency/index.ts';
import {
  companyIdOf,
  sha256,
  type ContactCounts,
  type ContactsFeature,
  type ContactStore,
} from '../contact-records/index.ts';
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
    companyIdOf,
    events,
    clock,
    newId: ids,
    both: base.units.reads.both,
  };
  return { name: 'contacts', pipeline: ports, methods: contactMethods(ports) };
}
