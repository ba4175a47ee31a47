import type { RowOutcome, RowStatus } from '../contacts/index.ts';
import {
  NO_COUNTS,
  type FileShape,
  type ImportCounts,
  type ImportErrorCode,
  type ImportRowError,
} from './import-job.ts';
import type { RawRow } from './raw-row.ts';
import { codeOfValue, columnOf, type RefusedField } from './refused-field.ts';

const COUNTERS: Readonly<Record<RowStatus, keyof ImportCounts>> = {
  created: 'created_count',
  updated: 'updated_count',
  unchanged: 'unchanged_count',
  skipped: 'skipped_count',
  suppressed: 'suppressed_count',
  conflict: 'conflict_count',
  failed: 'error_count',
};

/** Counts every row once as processed and once by its outcome. */
export function countRows(
  rowCount: number,
  outcomes: readonly RowOutcome[],
  invalid: readonly ImportRowError[],
): ImportCounts {
  const counts: Record<keyof ImportCounts, number> = { ...NO_COUNTS, processed_rows: rowCount };
  for (const { status } of outcomes) counts[COUNTERS[status]] += 1;
  for (const { code } of invalid) counts[code === 'duplicate_in_file' ? 'skipped_count' : 'error_count'] += 1;
  return counts;
}

type CodeOf = (error: RefusedField) => ImportErrorCode;

const CODES: Readonly<Partial<Record<RowStatus, CodeOf>>> = {
  suppressed: () => 'suppressed',
  conflict: () => 'assigned_to_other_client',
  failed: codeOfValue,
};

export interface NumberedRow extends RawRow {
  readonly rowNumber: number;
  readonly email: string;
}

/** The error of a row that the pipeline refused; empty for an imported or skipped row. */
export function errorOf(
  outcome: RowOutcome | undefined,
  { rowNumber, raw, raw_truncated, email }: NumberedRow,
  shape: FileShape,
): ImportRowError[] {
  const codeOf = outcome === undefined ? undefined : CODES[outcome.status];
  const error = outcome?.error ?? null;
  if (codeOf === undefined || error === null) return [];
  const named = { row_number: rowNumber, column: columnOf(error, shape), email };
  return [{ ...named, code: codeOf(error), message: error.message, raw, raw_truncated }];
}
