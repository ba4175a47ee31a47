import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import { contactMethods } from './contacts.rpc.ts';
import type { ContactPorts } from './ports.ts';
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

/** Creating, reading, changing, deleting and restoring contacts. */
export function createContacts(
  base: ServiceBase,
  needs: Pick<ContactPorts, 'contacts' | 'counts' | 'registry' | 'suppressions' | 'enrichments'> & {
    readonly scorer: ScorerPorts;
  },
): Contacts {
  const { scorer, ...stores } = needs;
  const ports = { ...base, ...scorer, ...stores, newId: base.ids, both: base.units.reads.both };
  return { name: 'contacts', pipeline: ports, methods: contactMethods(ports) };
}
