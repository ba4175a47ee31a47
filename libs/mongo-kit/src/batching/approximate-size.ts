const FIELD_BYTES = 16;

/** About how many bytes a value takes in a database command. Cheap: strings count their length, other values 16 bytes. */
export function approximateSize(value: unknown): number {
  if (typeof value === 'string') return FIELD_BYTES + value.length;
  if (value instanceof Uint8Array) return FIELD_BYTES + value.byteLength;
  if (typeof value !== 'object' || value === null || value instanceof Date) return FIELD_BYTES;
  let size = FIELD_BYTES;
  for (const field of Object.values<unknown>({ ...value })) size += approximateSize(field);
  return size;
}
