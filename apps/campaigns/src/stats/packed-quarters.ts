const INTEGER_BYTES = 4;
const QUARTER_BYTES = 2 * INTEGER_BYTES;
const LITTLE_ENDIAN = true;

/** Counts by the number of the quarter of an hour in its day, 0 to 95. */
export type QuarterNumbers = ReadonlyMap<number, number>;

/**
 * Counts by quarter as bytes: for each quarter its number and its count, as little-endian 32-bit integers. MongoDB and
 * Node read a year of them in the time that a month of documents with a field per quarter takes.
 */
export function packQuarters(counts: QuarterNumbers): Buffer {
  const bytes = Buffer.alloc(counts.size * QUARTER_BYTES);
  for (const [position, [quarter, count]] of [...counts].entries()) {
    bytes.writeInt32LE(quarter, position * QUARTER_BYTES);
    bytes.writeInt32LE(count, position * QUARTER_BYTES + INTEGER_BYTES);
  }
  return bytes;
}

/** Calls `visit` with each quarter and its count. */
export function visitQuarters(bytes: Uint8Array, visit: (quarter: number, count: number) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < bytes.byteLength; offset += QUARTER_BYTES)
    visit(view.getInt32(offset, LITTLE_ENDIAN), view.getInt32(offset + INTEGER_BYTES, LITTLE_ENDIAN));
}

export function unpackQuarters(bytes: Uint8Array): Map<number, number> {
  const counts = new Map<number, number>();
  visitQuarters(bytes, (quarter, count) => counts.set(quarter, count));
  return counts;
}
