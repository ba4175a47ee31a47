import type { RouteDescription } from '@outreach/http-kit';

type Routed = Pick<RouteDescription, 'method' | 'path' | 'scope'>;

/** All routes of one path. */
export interface PathRoutes<Route> {
  readonly byMethod: ReadonlyMap<string, Route>;
  /** Value of the header Allow. */
  readonly allow: string;
  /** True if no method of the path requires a credential. */
  readonly isPublic: boolean;
  /** Names of the path parameters, from left to right. */
  readonly parameterNames: readonly string[];
}

/** The routes of a path, and the values of its parameters. */
export interface FoundPath<Route> {
  readonly routes: PathRoutes<Route>;
  readonly params: Readonly<Record<string, string>>;
}

export type PathTable<Route> = (path: string) => FoundPath<Route> | undefined;

/** The paths as a tree of their segments: a look-up costs the same in a table of ten routes and of a thousand. */
interface Node<Route> {
  readonly literals: Map<string, Node<Route>>;
  parameter: Node<Route> | undefined;
  routes: PathRoutes<Route> | undefined;
}

/**
 * Finds the routes of a path. Paths are compared exactly, case and slashes included; a literal segment wins over a
 * parameter.
 */
export function createPathTable<Route extends Routed>(routes: readonly Route[]): PathTable<Route> {
  const root = createNode<Route>();
  for (const [path, group] of Map.groupBy(routes, (route) => route.path))
    insert(root, path, toPathRoutes(path, group));
  return (path) => {
    const values: string[] = [];
    const found = find(root, { segments: path.split('/'), depth: 0, values });
    return found === undefined
      ? undefined
      : { routes: found, params: toParams(found.parameterNames, values) };
  };
}

function createNode<Route>(): Node<Route> {
  return { literals: new Map(), parameter: undefined, routes: undefined };
}

function insert<Route>(root: Node<Route>, path: string, routes: PathRoutes<Route>): void {
  let node = root;
  for (const segment of path.split('/')) {
    const isParameter = segment.startsWith('{');
    const next = (isParameter ? node.parameter : node.literals.get(segment)) ?? createNode<Route>();
    if (isParameter) node.parameter = next;
    else node.literals.set(segment, next);
    node = next;
  }
  if (node.routes !== undefined)
    throw new Error(`Two paths differ only in the names of their parameters: ${path}.`);
  node.routes = routes;
}

interface Search {
  readonly segments: readonly string[];
  readonly depth: number;
  /** Values of the parameters so far. */
  readonly values: string[];
}

function find<Route>(node: Node<Route>, { segments, depth, values }: Search): PathRoutes<Route> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.routes;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? undefined : find(literal, { segments, depth: depth + 1, values });
  if (found !== undefined || node.parameter === undefined || segment === '') return found;
  values.push(segment);
  const withParameter = find(node.parameter, { segments, depth: depth + 1, values });
  if (withParameter === undefined) values.pop();
  return withParameter;
}

function toParams(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  names.forEach((name, index) => (params[name] = decode(values[index] ?? '')));
  return params;
}

/** Returns a segment with broken percent-encoding unchanged: no resource has such an id. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function toPathRoutes<Route extends Routed>(path: string, routes: readonly Route[]): PathRoutes<Route> {
  const byMethod = new Map(routes.map((route) => [route.method.toUpperCase(), route]));
  if (byMethod.size !== routes.length) throw new Error(`Two routes have the same method on ${path}.`);
  const methods = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return {
    byMethod,
    allow: methods.join(', '),
    isPublic: routes.every((route) => route.scope === 'public'),
    parameterNames: [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name),
  };
}
