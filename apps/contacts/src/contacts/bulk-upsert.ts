import type { CallContext } from '@outreach/service-kit';
import type { ContactChange } from '../contact-records/contact.ts';
import type { DedupBehavior } from '../contact-records/dedup.ts';
import { upsertContacts, type RowOutcome, type UpsertRow } from './upsert-contacts.ts';
import type { Deps } from '../domain/ports.ts';

/** A row of a bulk request, checked at the border. */
export interface BulkRow {
  readonly email: string;
  readonly change: ContactChange;
}

export interface BulkRequest {
  readonly rows: readonly BulkRow[];
  readonly dedup: DedupBehavior;
  readonly isScored: boolean;
  /** Whether those that are created or updated are enriched afterwards. */
  readonly isEnriched: boolean;
}

/** Of rows with the same identity the last one wins; the others are skipped and name the winner's contact. */
export async function bulkUpsert(
  deps: Deps,
  ctx: CallContext,
  { rows, dedup, isScored, isEnriched }: BulkRequest,
): Promise<readonly RowOutcome[]> {
  const winners = new Map<string, UpsertRow>(rows.map((row) => [row.email, row]));
  const kept = [...winners.values()];
  const outcomes = await upsertContacts(deps, { ctx, rows: kept }, { dedup, leadSource: 'bulk', isScored });
  if (isEnriched) await deps.enrichments.add(writtenIds(outcomes), new Date(deps.clock.now()));
  const byEmail = new Map(kept.map(({ email }, index) => [email, outcomes[index]]));
  return rows.map((row) => {
    const outcome = byEmail.get(row.email);
    if (outcome === undefined) throw new Error('Every row has an outcome.');
    if (winners.get(row.email) === row) return outcome;
    return { status: 'skipped', contactId: outcome.contactId, error: null };
  });
}

function writtenIds(outcomes: readonly RowOutcome[]): string[] {
  return outcomes.flatMap(({ status, contactId }) =>
    contactId !== null && (status === 'created' || status === 'updated') ? [contactId] : [],
  );
}
