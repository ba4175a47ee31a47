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

const isSet = (value: object): value is ReadonlySet<unknown> => value instanceof Set;
const isMap = (value: object): value is ReadonlyMap<unknown, unknown> => value instanceof Map;

function fieldsOf(value: object): Iterable<unknown> {
  if (isSet(value)) return value;
  return isMap(value) ? [...value.keys(), ...value.values()] : Object.values<unknown>({ ...value });
}
