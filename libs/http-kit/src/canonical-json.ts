/** JSON text that is equal for equal values, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, member: unknown) =>
    isPlainObject(member) ? sorted(member) : member,
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
