/** The values of an address, which anybody can write: unknown ones count as absent. */
type Raw = Readonly<Record<string, unknown>>;

export function textParam(raw: Raw, name: string): string | undefined {
  const value = raw[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function oneOfParam<Value extends string>(
  raw: Raw,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === raw[name]);
}

/** A whole number from 1. */
export function numberParam(raw: Raw, name: string): number | undefined {
  const value = Number(raw[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function flagParam(raw: Raw, name: string): true | undefined {
  return raw[name] === true ? true : undefined;
}

/** The parameters of an address may all be absent. */
export function optional<Params extends object>(params: Params): Partial<Params> {
  return params;
}
