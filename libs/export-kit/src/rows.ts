import { stringify } from 'csv-stringify/sync';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** One record of a file, by its columns. */
export type ExportRow = Readonly<Record<string, unknown>>;

export interface RowsOptions {
  readonly format: ExportFormat;
  /** The columns of CSV; JSON lines contain all fields. */
  readonly columns: readonly string[];
}

/** The header of a file; empty for JSON lines. */
export function headerOf({ format, columns }: RowsOptions): string {
  return format === 'jsonl' ? '' : csv([columns]);
}

/** Records as text. Cells that a spreadsheet would run as formulas begin with `'`. */
export function rowsOf({ format, columns }: RowsOptions, records: readonly ExportRow[]): string {
  if (format === 'jsonl') return records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return csv(records.map((record) => columns.map((column) => record[column])));
}

/** The header is escaped too: names of custom fields are texts of users. */
function csv(rows: readonly (readonly unknown[])[]): string {
  return stringify([...rows], { escape_formulas: true });
}
