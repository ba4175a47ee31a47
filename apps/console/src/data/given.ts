export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: absent filters are not sent. */
export function given<Fields extends object>(fields: Fields): Given<Fields>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
