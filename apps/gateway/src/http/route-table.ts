import type { RouteRow } from '@outreach/http-kit';

/** All rows of one path. */
export interface PathRows<Deps> {
  /** In the notation of express: `/api/v1/contacts/:contact_id/`. */
  readonly pattern: string;
  readonly byMethod: ReadonlyMap<string, RouteRow<Deps>>;
  /** Value of the header Allow. */
  readonly allow: string;
  /** True when no method of the path wants a credential. */
  readonly isPublic: boolean;
}

/** Rows grouped by path, literal paths before those with a parameter in the same place. */
export function groupByPath<Deps>(rows: readonly RouteRow<Deps>[]): PathRows<Deps>[] {
  const groups = Map.groupBy(rows, (row) => row.path);
  return [...groups]
    .sort(([a], [b]) => (specificity(a) < specificity(b) ? -1 : 1))
    .map(([path, group]) => toPathRows(path, group));
}

function toPathRows<Deps>(path: string, rows: readonly RouteRow<Deps>[]): PathRows<Deps> {
  const byMethod = new Map(rows.map((row) => [row.method.toUpperCase(), row]));
  if (byMethod.size !== rows.length) throw new Error(`Two rows have the same method on ${path}.`);
  const methods = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return {
    pattern: path.replaceAll(/\{([a-z_]+)\}/g, ':$1'),
    byMethod,
    allow: methods.join(', '),
    isPublic: rows.every((row) => row.scope === 'public'),
  };
}

/** Sorts parameters behind every literal. */
function specificity(path: string): string {
  return path
    .split('/')
    .map((part) => (part.startsWith('{') ? '1' : `0${part}`))
    .join('/');
}
