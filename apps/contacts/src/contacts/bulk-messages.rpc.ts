import {
  BULK_ROWS_MAX,
  DedupBehavior as DedupMessage,
  RowStatus as StatusMessage,
  type BulkUpsertContactsRequest,
  type RowOutcome as OutcomeMessage,
} from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { BulkRequest } from './bulk-upsert.ts';
import type { DedupBehavior } from '../contact-records/dedup.ts';
import type { RowOutcome } from './upsert-contacts.ts';
import { toChange } from '../contact-records/contact-message.rpc.ts';

const STATUSES = {
  created: StatusMessage.ROW_STATUS_CREATED,
  updated: StatusMessage.ROW_STATUS_UPDATED,
  unchanged: StatusMessage.ROW_STATUS_UNCHANGED,
  skipped: StatusMessage.ROW_STATUS_SKIPPED,
  suppressed: StatusMessage.ROW_STATUS_SUPPRESSED,
  conflict: StatusMessage.ROW_STATUS_CONFLICT,
  failed: StatusMessage.ROW_STATUS_FAILED,
} as const;

/** @throws AppError invalid_argument beyond the most rows, and for a row without an address. */
export function toBulkRequest({
  rows,
  dedup_behavior,
  trigger_scoring = true,
  trigger_enrichment = false,
}: BulkUpsertContactsRequest): BulkRequest {
  if (rows.length > BULK_ROWS_MAX) throw invalidField('contacts', `Must be at most ${BULK_ROWS_MAX}.`);
  return {
    rows: rows.map(({ input, mask }, index) => {
      const change = toChange(input, mask);
      if (change.email === undefined) throw invalidField(`contacts[${index}].email`, 'Is required.');
      return { email: change.email, change };
    }),
    dedup: toDedup(dedup_behavior),
    isScored: trigger_scoring,
    isEnriched: trigger_enrichment,
  };
}

export function toDedup(message: DedupMessage): DedupBehavior {
  if (message === DedupMessage.DEDUP_BEHAVIOR_SKIP) return 'skip';
  return message === DedupMessage.DEDUP_BEHAVIOR_FILL_EMPTY ? 'fill_empty' : 'update';
}

export function toOutcome({ status, contactId, error }: RowOutcome): OutcomeMessage {
  return {
    status: STATUSES[status],
    contact_id: contactId ?? undefined,
    error: error === null ? undefined : { ...error, field: error.field ?? undefined },
  };
}
