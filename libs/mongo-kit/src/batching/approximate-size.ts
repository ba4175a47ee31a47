const FIELD_BYTES = 16;

/** About how many bytes a value takes in a database command. Cheap: strings count their length, other values 16 bytes. */
export function approximateSize(value: unknown): number {
  if (typeof value === 'string') return FIELD_BYTES + value.length;
  if (value instanceof Uint8Array) return FIELD_BYTES + value.byteLength;
  if (typeof value !== 'object' || value === null || value instanceof Date) return FIELD_BYTES;
  let size = FIELD_BYTES;
  for (const field of fieldsOf(value)) size += approximateSize(field);
  return size;
}

function fieldsOf(value: object): Iterable<unknown> {
  if (value instanceof Set) return value;
  return value instanceof Map ? [...value.keys(), ...value.values()] : Object.values<unknown>({ ...value });
}
