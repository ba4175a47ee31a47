import { BULK_ROWS_MAX } from '@outreach/contracts-contacts/contact-input';
import type { RowOutcome as OutcomeMessage } from '@outreach/contracts-contacts/gen/bulk.ts';
import type { BulkUpsertContactsRequest } from '@outreach/contracts-contacts/gen/contacts.ts';
import { invalidField } from '@outreach/errors';
import { fromContactInput, toDedupBehavior } from '../contact-model/index.ts';
import type { BulkRequest } from './bulk-upsert.ts';
import type { RowOutcome } from './upsert-contacts.ts';

/** @throws AppError invalid_argument on too many rows, a row without an address, and an unknown dedup behavior. */
export function fromBulkMessage({
  rows,
  dedup_behavior,
  trigger_scoring = true,
  trigger_enrichment = false,
}: BulkUpsertContactsRequest): BulkRequest {
  if (rows.length > BULK_ROWS_MAX)
    throw invalidField('contacts', `contacts must be at most ${BULK_ROWS_MAX} items long.`);
  return {
    rows: rows.map(({ input, mask }, index) => {
      const change = fromContactInput(input, mask);
      if (change.email === undefined)
        throw invalidField(`contacts[${index}].email`, `contacts[${index}].email is required.`);
      return { email: change.email, change };
    }),
    dedup: toDedupBehavior(dedup_behavior),
    isScored: trigger_scoring,
    isEnriched: trigger_enrichment,
  };
}

export function toOutcomeMessage({ status, contactId, error }: RowOutcome): OutcomeMessage {
  return {
    status,
    contact_id: contactId ?? undefined,
    error: error === null ? undefined : { ...error, field: error.field ?? undefined },
  };
}
