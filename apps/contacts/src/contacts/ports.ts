import type { ContactStore } from '../contact-store/index.ts';
import type { UpsertPorts } from './upsert-contacts.ts';

export interface ContactPorts extends UpsertPorts {
  readonly contacts: ContactStore;
  /** Requests the enrichment of contacts. */
  readonly enrichments: { add(contactIds: readonly string[], at: Date): Promise<void> };
  /** Runs two reads concurrently outside a transaction, and one after the other inside one. */
  readonly both: <First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ) => Promise<[First, Second]>;
}
