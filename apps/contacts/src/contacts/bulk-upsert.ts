import type { CallContext } from '@outreach/service-kit';
import type { DedupBehavior } from '../contact-model/index.ts';
import type { ContactPorts } from './ports.ts';
import { upsertContacts, type RowOutcome, type UpsertRow } from './upsert-contacts.ts';

export interface BulkRequest {
  readonly rows: readonly UpsertRow[];
  readonly dedup: DedupBehavior;
  readonly isScored: boolean;
  /** True to request the enrichment of created and updated contacts. */
  readonly isEnriched: boolean;
}

/** Of several rows with the same address the last one is used; the others are skipped and return its contact. */
export async function bulkUpsert(
  ports: ContactPorts,
  ctx: CallContext,
  { rows, dedup, isScored, isEnriched }: BulkRequest,
): Promise<readonly RowOutcome[]> {
  const lastRows = new Map(rows.map((row) => [row.email, row]));
  const distinct = [...lastRows.values()];
  const options = { dedup, leadSource: 'bulk', isScored };
  const outcomes = await upsertContacts(ports, { ctx, rows: distinct }, options);
  if (isEnriched) await ports.enrichments.add(writtenIds(outcomes), new Date(ports.clock.now()));
  const byEmail = new Map(distinct.map(({ email }, index) => [email, outcomes[index]]));
  return rows.map((row) => {
    const outcome = byEmail.get(row.email);
    if (outcome === undefined) throw new Error('Every row has an outcome.');
    if (lastRows.get(row.email) === row) return outcome;
    return { status: 'skipped', contactId: outcome.contactId, error: null };
  });
}

function writtenIds(outcomes: readonly RowOutcome[]): string[] {
  return outcomes.flatMap(({ status, contactId }) =>
    contactId !== null && (status === 'created' || status === 'updated') ? [contactId] : [],
  );
}
