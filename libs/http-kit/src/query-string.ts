import { wrongField } from './zod-issues.ts';

export interface ParameterNames {
  readonly known: ReadonlySet<string>;
  /** Parameters that may occur more than once. */
  readonly repeatable: ReadonlySet<string>;
}

/**
 * Parses the parameters of a route. An empty parameter counts as absent, and unknown parameters are ignored.
 * @throws AppError invalid_argument for a scalar parameter that occurs twice.
 */
export function parseQueryString(search: string, names: ParameterNames): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  if (search === '') return found;
  for (const [name, value] of new URLSearchParams(search)) {
    if (value === '' || !names.known.has(name)) continue;
    if (value.includes('\0')) throw wrongField(name, 'must not contain NUL characters');
    const previous = found[name];
    if (names.repeatable.has(name)) found[name] = [...(Array.isArray(previous) ? previous : []), value];
    else if (previous === undefined) found[name] = value;
    else throw wrongField(name, 'must occur only once');
  }
  return found;
}

/** The query in a fixed order and encoding, for fingerprints. */
export function sortedQuery(search: string): string {
  if (search === '') return '';
  const parameters = new URLSearchParams(search);
  parameters.sort();
  return parameters.toString();
}
