import { contactEnriched } from '@outreach/contracts-contacts';
import { isVisiblyDifferent } from '../contact-records/apply-change.ts';
import { save, touch } from '../contacts/change-contact.ts';
import { toRecord, type Contact } from '../contact-records/contact.ts';
import { countChanges } from '../contact-records/count-changes.ts';
import { emitIfScored, loadScorer } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { checkValues, type EnrichmentValues } from './check-values.ts';
import { fillContact } from './fill-contact.ts';
import type { ClaimedEnrichment, EnrichmentProvider, EnrichmentQueue } from './ports.ts';

export interface EnrichmentRun {
  readonly claim: ClaimedEnrichment;
  /** Asked one after the other; each sees what those before it have filled in. */
  readonly providers: readonly EnrichmentProvider[];
  readonly signal: AbortSignal;
}

/**
 * What the providers know of a contact, asked outside any transaction; nothing of a contact that is gone or deleted.
 * @throws EnrichmentFailed.
 */
export async function askProviders(
  deps: Pick<Deps, 'contacts' | 'companyIdOf'>,
  { claim, providers, signal }: EnrichmentRun,
): Promise<readonly EnrichmentValues[]> {
  let contact = await deps.contacts.findById(claim.contactId);
  const found: EnrichmentValues[] = [];
  for (const provider of providers) {
    if (contact === undefined || contact.is_deleted) break;
    const values = checkValues(await provider.enrich(contact, signal));
    found.push(values);
    contact = fillContact(contact, values, deps.companyIdOf);
  }
  return found;
}

/**
 * Ends a request with what was found, in the caller's unit of work. The contact is filled as it is by now, so nothing
 * that was written meanwhile is lost. The first enrichment is told even where it found nothing, as from then on the
 * contact is enriched; a later one that changes nothing is not.
 */
export async function finishEnrichment(
  deps: Deps,
  queue: Pick<EnrichmentQueue, 'finish'>,
  { claim, found }: { readonly claim: ClaimedEnrichment; readonly found: readonly EnrichmentValues[] },
): Promise<void> {
  if (!(await queue.finish(claim))) return;
  const before = await deps.contacts.findById(claim.contactId);
  if (before === undefined || before.is_deleted) return;
  const filled = found.reduce<Contact>(
    (contact, values) => fillContact(contact, values, deps.companyIdOf),
    before,
  );
  const enriched = { ...filled, is_enriched: true };
  if (!isVisiblyDifferent(before, enriched)) return;
  const after = touch(deps, (await loadScorer(deps)).score(enriched));
  await save(deps, after, before.version);
  await deps.counts.add(countChanges(before, after));
  const aggregate = { id: after.id, version: after.version };
  deps.events.emit(contactEnriched, { aggregate, data: toRecord(after) });
  emitIfScored(deps, before, after);
}
