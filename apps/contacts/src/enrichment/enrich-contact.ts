import { contactEnriched } from '@outreach/contracts-contacts/events';
import { countChanges, saveContact } from '../contact-store/index.ts';
import { type Contact, isVisiblyDifferent, toRecord, withNextVersion } from '../contact-model/index.ts';
import { emitIfScored, loadScorer } from '../scoring/index.ts';
import { checkValues, type EnrichmentValues } from './check-values.ts';
import { fillContact } from './fill-contact.ts';
import type { EnrichmentPorts, EnrichmentProvider } from './ports.ts';

export interface EnrichmentRun {
  readonly contactId: string;
  /** Called one after the other; each receives the contact with the values of the previous ones. */
  readonly providers: readonly EnrichmentProvider[];
  readonly signal: AbortSignal;
}

/**
 * Calls the providers outside any transaction and returns their values; none for a deleted or erased contact.
 * @throws KnownFailure.
 */
export async function callProviders(
  ports: EnrichmentPorts,
  { contactId, providers, signal }: EnrichmentRun,
): Promise<readonly EnrichmentValues[]> {
  let contact = await ports.contacts.findById(contactId);
  const found: EnrichmentValues[] = [];
  for (const provider of providers) {
    if (contact === undefined || contact.is_deleted) break;
    const values = checkValues(await provider.enrich(contact, signal));
    found.push(values);
    contact = fillContact(contact, values);
  }
  return found;
}

/**
 * Fills a contact in the caller's unit of work. The current version of the contact is filled, so concurrent changes
 * are kept. The first enrichment of a contact sets is_enriched and emits contact.enriched even without new values; a
 * later one without new values emits nothing.
 */
export async function finishEnrichment(
  ports: EnrichmentPorts,
  { contactId, found }: { readonly contactId: string; readonly found: readonly EnrichmentValues[] },
): Promise<void> {
  const { contacts, counts, events } = ports;
  const before = await contacts.findById(contactId);
  if (before === undefined || before.is_deleted) return;
  const filled = found.reduce<Contact>((contact, values) => fillContact(contact, values), before);
  const enriched = { ...filled, is_enriched: true };
  if (!isVisiblyDifferent(before, enriched)) return;
  const after = withNextVersion(ports, (await loadScorer(ports)).score(enriched));
  await saveContact(ports, after, before.version);
  await counts.add(countChanges(before, after));
  const aggregate = { id: after.id, version: after.version };
  events.emit(contactEnriched, { aggregate, data: toRecord(after) });
  emitIfScored(events, before, after);
}
