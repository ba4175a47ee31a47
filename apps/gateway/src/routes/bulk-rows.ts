import { AppError } from '@outreach/errors';
import { parseWith } from '@outreach/http-kit';
import type { z } from 'zod';

/** Bulk operations accept 8 MiB, other operations 1 MiB. */
export const BULK_BYTES_MAX = 8 * 1_048_576;

export interface ValidRow<Value> {
  /** Index in the request, from 0. */
  readonly index: number;
  readonly value: Value;
}

/** An invalid row with its error. The field is named as in a request with this row only. */
export interface InvalidRow {
  readonly index: number;
  readonly error: { readonly code: string; readonly message: string; readonly field: string | null };
}

export interface CheckedRows<Value> {
  readonly valid: readonly ValidRow<Value>[];
  readonly invalid: readonly InvalidRow[];
}

/** Validates each row separately, so that an invalid row does not affect other rows. */
export function checkRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
): CheckedRows<z.output<Schema>> {
  const valid: ValidRow<z.output<Schema>>[] = [];
  const invalid: InvalidRow[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      valid.push({ index, value: parseWith(schema, row) });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const { code, field = null } = thrown;
      // Without a field the row itself is wrong.
      const message = field === null ? 'The row must be an object.' : thrown.message;
      invalid.push({ index, error: { code, message, field } });
    }
  }
  return { valid, invalid };
}

interface Outcome<Status extends string> {
  readonly index: number;
  readonly status: Status;
}

/** The rows in the order of the request, with their counts by status. */
export function summarise<Status extends string, Row extends Outcome<Status>>(
  rows: readonly Row[],
): { total: number; results: Row[]; count: (status: Row['status']) => number } {
  return {
    total: rows.length,
    results: rows.toSorted((one, other) => one.index - other.index),
    count: (status) => rows.filter((row) => row.status === status).length,
  };
}
