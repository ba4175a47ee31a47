/** JSON text that is the same for equal values: the fields of objects are sorted. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, field: unknown) =>
    isPlainObject(field) ? sorted(field) : field,
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
