/** The field mask of a body: the names of its fields, and of each nested object the paths of its fields, such as `company.name`. */
export function maskOf(body: object, nested: readonly string[] = []): string[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    if (typeof value !== 'object' || value === null || !nested.includes(name)) return [name];
    return maskOf(value).map((field) => `${name}.${field}`);
  });
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * The change that a request asks for: the fields that its mask names. Null clears a field. An undefined field, such as a
 * required one without a value, stays unchanged. `prefix` is the path of a nested object: `smtp.`.
 */
export function maskedFields<Fields extends object>(
  mask: readonly string[] | undefined,
  fields: Fields,
  prefix?: string,
): Present<Fields>;
export function maskedFields(mask: readonly string[] = [], fields: object, prefix = ''): object {
  const named = new Set(mask);
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && named.has(`${prefix}${name}`)),
  );
}
