type Plain<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? Plain<Item>[]
    : Value extends object
      ? PlainFields<Value>
      : Value;

type PlainFields<Message, Required extends keyof Message = never> = {
  [Name in keyof Message]-?: undefined extends Message[Name]
    ? Plain<NonNullable<Message[Name]>> | (Name extends Required ? never : null)
    : Plain<Message[Name]>;
};

/**
 * The fields of a message as records have them: times are text, and absent fields are null.
 * @throws Error if one of the required fields is absent.
 */
export function recordOf<Message extends object, Required extends keyof Message & string = never>(
  message: Message,
  ...required: readonly Required[]
): PlainFields<Message, Required>;
export function recordOf(message: object, ...required: readonly string[]): object {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) record[name] = plain(value);
  const absent = required.find((name) => (record[name] ?? null) === null);
  if (absent !== undefined) throw new Error(`The message has no ${absent}.`);
  return record;
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object') return value ?? null;
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(plain) : recordOf(value);
}
