type WithoutNull<T> = {
  [Field in keyof T]: null extends T[Field] ? Exclude<T[Field], null> | undefined : T[Field];
};

/** Replaces null by undefined: a message has no null, and a field in its mask without a value is cleared. */
export function withoutNull<T extends object>(fields: T): WithoutNull<T>;
export function withoutNull(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined]));
}
