import { expect } from '@jest/globals';
import { ALL_ROUTES, type GatewayRoute } from '../src/routes/index.ts';
import { digestOf } from './fake-backends.ts';
import type { Gateway } from './gateway-harness.ts';

/** Every route with its name. A test that loops over them covers future routes too. */
export const routes = ALL_ROUTES.map(
  (route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const,
);
export const secured = routes.filter(([, route]) => route.scope !== 'public');
export const scoped = routes.filter(([, route]) => typeof route.scope !== 'string');
export const withBody = routes.filter(([, route]) => route.body !== undefined);
/** Routes of the API with an id in their path. */
export const withId = routes.filter(
  ([, route]) => route.params !== undefined && route.isUndocumented !== true,
);

/** Headers of every response. */
export const RATE_HEADERS = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
];

export interface Changes {
  readonly path?: string;
  readonly credential?: string | undefined;
  readonly init?: RequestInit;
}

export interface RouteRequests {
  /** Creates a new key of a workspace of its own, so that no case reaches a rate limit. */
  freshKey(scopes?: readonly string[]): string;
  /** A credential that the route accepts; empty for a public one. */
  credentialOf(route: GatewayRoute): Promise<string>;
  /** Sends the example of a route, with changes, and checks the headers of the response. */
  send(route: GatewayRoute, changes?: Changes): Promise<Response>;
}

export function routeRequests(gateway: () => Gateway): RouteRequests {
  let keyCount = 0;
  const freshKey = (scopes?: readonly string[]): string => {
    keyCount += 1;
    const key = gateway().key(`k${keyCount}`, scopes);
    const { keys } = gateway().world;
    const status = keys.get(digestOf(key));
    if (status !== undefined) keys.set(digestOf(key), { ...status, workspace_id: `ws_${keyCount}` });
    return key;
  };
  const credentialOf = async (route: GatewayRoute): Promise<string> => {
    if (route.scope === 'public') return '';
    return route.isForUsers === true ? gateway().token() : freshKey();
  };
  return {
    freshKey,
    credentialOf,
    send: async (route, changes = {}) => {
      const credential = 'credential' in changes ? changes.credential : await credentialOf(route);
      const response = await gateway().call(changes.path ?? pathOf(route), {
        ...initOf(route),
        ...changes.init,
        ...(credential === undefined || credential === '' ? {} : { credential }),
      });
      for (const name of RATE_HEADERS) expect([name, response.headers.get(name)]).not.toEqual([name, null]);
      return response;
    },
  };
}

export function pathOf(
  route: GatewayRoute,
  ids: Readonly<Record<string, string>> = route.example.params ?? {},
): string {
  const query = new URLSearchParams(route.example.query).toString();
  const path = barePathOf(route, ids);
  return query === '' ? path : `${path}?${query}`;
}

/** The path without the query of the example. */
export function barePathOf(
  route: GatewayRoute,
  ids: Readonly<Record<string, string>> = route.example.params ?? {},
): string {
  return route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => ids[name] ?? '');
}

export function initOf(route: GatewayRoute): RequestInit {
  const { body, headers = {} } = route.example;
  if (route.multipart !== undefined) return { method: route.method.toUpperCase(), body: formOf(route) };
  if (body === undefined) return { method: route.method.toUpperCase(), headers: { ...headers } };
  const init = jsonInit(route, JSON.stringify(body));
  return { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } };
}

/** The form of a multipart example; binary fields are files. */
function formOf({ multipart = {}, example }: GatewayRoute): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example.body ?? {})) {
    const isFile = multipart[name]?.['format'] === 'binary';
    if (isFile) form.append(name, new File([String(value)], 'contacts.csv', { type: 'text/csv' }));
    else form.append(name, String(value));
  }
  return form;
}

/** A request with this text as its JSON body. */
export function jsonInit(route: GatewayRoute, body: string): RequestInit {
  return { method: route.method.toUpperCase(), body, headers: { 'content-type': 'application/json' } };
}

export interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly [member: string]: unknown;
}

/** The error of a response. */
export async function errorOf(response: Response): Promise<ErrorFields> {
  const body: unknown = await response.json();
  expect(body).toEqual({
    error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
  });
  return (body as { error: ErrorFields }).error;
}
