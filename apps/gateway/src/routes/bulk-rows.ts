import { AppError } from '@outreach/errors';
import { parseWith } from '@outreach/http-kit';
import type { z } from 'zod';

/** A bulk body may be larger than others (decisions §1). */
export const BULK_BYTES_MAX = 8 * 1_048_576;

export interface GoodRow<Value> {
  /** Place in the request, from 0. */
  readonly index: number;
  readonly value: Value;
}

/** A row of its own error, whose field is named as in a request of that row alone. */
export interface BadRow {
  readonly index: number;
  readonly error: { readonly code: string; readonly message: string; readonly field: string | null };
}

export interface CheckedRows<Value> {
  readonly good: readonly GoodRow<Value>[];
  readonly bad: readonly BadRow[];
}

/** Checks each row by itself, so that a bad one costs one row. */
export function checkRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
): CheckedRows<z.output<Schema>> {
  const good: GoodRow<z.output<Schema>>[] = [];
  const bad: BadRow[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      good.push({ index, value: parseWith(schema, row) });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      bad.push({ index, error: { code: thrown.code, message: thrown.message, field: thrown.field ?? null } });
    }
  }
  return { good, bad };
}

interface Outcome<Status extends string> {
  readonly index: number;
  readonly status: Status;
}

/** The rows in the order of the request, and how many there are of each status. */
export function summarise<Status extends string, Row extends Outcome<Status>>(
  rows: readonly Row[],
): { total: number; results: Row[]; count: (status: Row['status']) => number } {
  return {
    total: rows.length,
    results: rows.toSorted((one, other) => one.index - other.index),
    count: (status) => rows.filter((row) => row.status === status).length,
  };
}
