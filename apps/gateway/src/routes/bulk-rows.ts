import { AppError } from '@outreach/errors';
import { parseWith } from '@outreach/http-kit';
import type { z } from 'zod';

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
