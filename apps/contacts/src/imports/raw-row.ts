/** Limit for the stored cells of a row, in bytes of UTF-8. */
export const RAW_BYTES_MAX = 4_096;
/** Limit for a single value of a row that its error names. */
const NAMED_CHARACTERS_MAX = 254;

/** The cells of a row as its error stores them. */
export interface RawRow {
  readonly raw: readonly string[];
  /** True when the cells were cut at their limit; the last cell may be incomplete, and later ones are left out. */
  readonly raw_truncated: boolean;
}

/** Keeps the first cells, up to the limit. */
export function cutRow(cells: readonly string[]): RawRow {
  let room = RAW_BYTES_MAX;
  const raw: string[] = [];
  for (const cell of cells) {
    const bytes = Buffer.byteLength(cell);
    // An empty cell takes one byte, as its separator in the file.
    if (bytes + 1 > room) return { raw: [...raw, cutText(cell, room)], raw_truncated: true };
    raw.push(cell);
    room -= bytes + 1;
  }
  return { raw, raw_truncated: false };
}

/** A name or address of a row; the file may have any text in its place. */
export function cutNamed(text: string): string {
  return text.length <= NAMED_CHARACTERS_MAX ? text : text.slice(0, NAMED_CHARACTERS_MAX).toWellFormed();
}

function cutText(text: string, bytesMax: number): string {
  // A character takes at least one byte, so the slice has at least as many bytes as fit.
  const bytes = Buffer.from(text.slice(0, bytesMax)).subarray(0, bytesMax);
  return new TextDecoder().decode(bytes, { stream: true });
}
