import { printable } from './printable.ts';

/** A column of a table: its head and the text of a record in it. */
export interface Column<T> {
  readonly head: string;
  readonly of: (record: T) => string | number | boolean | null | undefined;
}

const GAP = '  ';
const CELL_CHARACTERS_MAX = 60;

/**
 * Lines of a table. The first page sets the widths of the columns; a wider cell of a later page moves its line.
 */
export async function* tableLines<T>(
  columns: readonly Column<T>[],
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<string, void, undefined> {
  let widths: readonly number[] | undefined;
  for await (const page of pages) {
    const rows = page.map((record) => columns.map(({ of }) => toCell(of(record))));
    if (widths === undefined) {
      const heads = columns.map(({ head }) => head);
      widths = widthsOf([heads, ...rows]);
      yield toLine(heads, widths);
    }
    for (const row of rows) yield toLine(row, widths);
  }
}

function toCell(value: string | number | boolean | null | undefined): string {
  const text = printable(String(value ?? '-'));
  return text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…` : text;
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const [heads = []] = rows;
  return heads.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
}

function toLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) => cell.padEnd(widths[index] ?? 0));
  return padded.join(GAP).trimEnd();
}
