import { wrongField } from './zod-issues.ts';

export interface ParameterNames {
  readonly known: ReadonlySet<string>;
  /** Those that may be given more than once. */
  readonly repeatable: ReadonlySet<string>;
}

/**
 * The parameters that a row knows. An empty one counts as absent; a scalar one given twice is an error.
 * Unknown parameters are ignored.
 */
export function parseQueryString(search: string, names: ParameterNames): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  if (search === '') return found;
  for (const [name, value] of new URLSearchParams(search)) {
    if (value === '' || !names.known.has(name)) continue;
    if (value.includes('\0')) throw wrongField(name, 'must not contain NUL');
    const before = found[name];
    if (names.repeatable.has(name)) found[name] = [...(Array.isArray(before) ? before : []), value];
    else if (before === undefined) found[name] = value;
    else throw wrongField(name, 'must be given once');
  }
  return found;
}

/** The query in one order and one encoding, for fingerprints. */
export function sortedQuery(search: string): string {
  if (search === '') return '';
  const parameters = new URLSearchParams(search);
  parameters.sort();
  return parameters.toString();
}
