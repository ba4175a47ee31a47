/** A field of an unknown thrown value, such as `errors`; undefined if there is none. */
export function thrownField(thrown: unknown, name: string): unknown {
  return Reflect.get(Object(thrown), name);
}

/** A text of an unknown thrown value, such as `code`; undefined if it is no text. */
export function thrownText(thrown: unknown, name: string): string | undefined {
  const value = thrownField(thrown, name);
  return typeof value === 'string' ? value : undefined;
}

/** The errors of an AggregateError, such as one for each address of a host. */
export function innerErrors(thrown: unknown): readonly unknown[] {
  const errors = thrownField(thrown, 'errors');
  return Array.isArray(errors) ? errors : [];
}
