import type { RouteRow } from '@outreach/http-kit';

/** All rows of one path. */
export interface PathRows<Deps> {
  readonly byMethod: ReadonlyMap<string, RouteRow<Deps>>;
  /** Value of the header Allow. */
  readonly allow: string;
  /** True when no method of the path wants a credential. */
  readonly isPublic: boolean;
  /** Names of what stands in braces, from left to right. */
  readonly parameterNames: readonly string[];
}

/** A path of the table, and what stood in the places of its parameters. */
export interface FoundPath<Deps> {
  readonly rows: PathRows<Deps>;
  readonly params: Readonly<Record<string, string>>;
}

export type PathTable<Deps> = (path: string) => FoundPath<Deps> | undefined;

/** The paths as a tree of their segments: finding one costs as much in a table of a thousand rows as in one of ten. */
interface Node<Deps> {
  readonly literals: Map<string, Node<Deps>>;
  parameter: Node<Deps> | undefined;
  rows: PathRows<Deps> | undefined;
}

/** Paths are compared as they came, case and slashes included; literal ones win over those with a parameter. */
export function pathTable<Deps>(rows: readonly RouteRow<Deps>[]): PathTable<Deps> {
  const root = newNode<Deps>();
  for (const [path, group] of Map.groupBy(rows, (row) => row.path))
    plant(root, path, toPathRows(path, group));
  return (path) => {
    const values: string[] = [];
    const found = find(root, { segments: path.split('/'), at: 0, values });
    return found === undefined ? undefined : { rows: found, params: named(found.parameterNames, values) };
  };
}

function newNode<Deps>(): Node<Deps> {
  return { literals: new Map(), parameter: undefined, rows: undefined };
}

function plant<Deps>(root: Node<Deps>, path: string, rows: PathRows<Deps>): void {
  let node = root;
  for (const segment of path.split('/')) {
    const isParameter = segment.startsWith('{');
    const next = (isParameter ? node.parameter : node.literals.get(segment)) ?? newNode<Deps>();
    if (isParameter) node.parameter = next;
    else node.literals.set(segment, next);
    node = next;
  }
  if (node.rows !== undefined) throw new Error(`Two paths differ in the names of their parameters: ${path}.`);
  node.rows = rows;
}

interface Search {
  readonly segments: readonly string[];
  readonly at: number;
  /** What stood in the places of parameters so far. */
  readonly values: string[];
}

function find<Deps>(node: Node<Deps>, { segments, at, values }: Search): PathRows<Deps> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.rows;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? undefined : find(literal, { segments, at: at + 1, values });
  if (found !== undefined || node.parameter === undefined || segment === '') return found;
  values.push(segment);
  const behind = find(node.parameter, { segments, at: at + 1, values });
  if (behind === undefined) values.pop();
  return behind;
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  names.forEach((name, index) => (params[name] = decoded(values[index] ?? '')));
  return params;
}

/** A segment with broken percent-encoding stays as it is: an id that nobody has. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function toPathRows<Deps>(path: string, rows: readonly RouteRow<Deps>[]): PathRows<Deps> {
  const byMethod = new Map(rows.map((row) => [row.method.toUpperCase(), row]));
  if (byMethod.size !== rows.length) throw new Error(`Two rows have the same method on ${path}.`);
  const methods = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return {
    byMethod,
    allow: methods.join(', '),
    isPublic: rows.every((row) => row.scope === 'public'),
    parameterNames: [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name),
  };
}
