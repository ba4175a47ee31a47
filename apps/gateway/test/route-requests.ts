import { expect } from '@jest/globals';
import { ALL_ROUTES, type GatewayRoute } from '../src/routes/index.ts';
import type { Gateway } from './gateway-harness.ts';

export type Row = GatewayRoute;

/** Every row of the table by its method and path: what a test loops over covers the routes to come. */
export const rows = ALL_ROUTES.map((row) => [`${row.method.toUpperCase()} ${row.path}`, row] as const);
export const secured = rows.filter(([, row]) => row.scope !== 'public');
export const scoped = rows.filter(([, row]) => typeof row.scope !== 'string');
export const withBody = rows.filter(([, row]) => row.body !== undefined);
export const withId = rows.filter(([, row]) => row.params !== undefined);

/** Headers that stand on every answer. */
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

export interface RowRequests {
  /** A key of its own for every case, so that no limit is ever near. */
  freshKey(scopes?: readonly string[]): string;
  /** Sends the example of a row, with changes, and checks the headers of the answer. */
  send(row: Row, changes?: Changes): Promise<Response>;
}

export function rowRequests(gateway: () => Gateway): RowRequests {
  let keyCount = 0;
  const freshKey = (scopes?: readonly string[]): string => {
    keyCount += 1;
    return gateway().key(`k${keyCount}`, scopes);
  };
  return {
    freshKey,
    send: async (row, changes = {}) => {
      const own = row.scope === 'public' ? undefined : freshKey();
      const credential = 'credential' in changes ? changes.credential : own;
      const response = await gateway().call(changes.path ?? pathOf(row), {
        ...initOf(row),
        ...changes.init,
        ...(credential === undefined ? {} : { credential }),
      });
      for (const name of RATE_HEADERS) expect([name, response.headers.get(name)]).not.toEqual([name, null]);
      return response;
    },
  };
}

export function pathOf(row: Row, ids: Readonly<Record<string, string>> = row.example.params ?? {}): string {
  const query = new URLSearchParams(row.example.query).toString();
  const path = barePathOf(row, ids);
  return query === '' ? path : `${path}?${query}`;
}

/** Without the query of the example. */
export function barePathOf(
  row: Row,
  ids: Readonly<Record<string, string>> = row.example.params ?? {},
): string {
  return row.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => ids[name] ?? '');
}

export function initOf(row: Row): RequestInit {
  if (row.multipart !== undefined) return { method: row.method.toUpperCase(), body: formOf(row) };
  return row.example.body === undefined
    ? { method: row.method.toUpperCase() }
    : jsonInit(row, JSON.stringify(row.example.body));
}

/** The parts of a multipart example; what is binary is a file. */
function formOf({ multipart = {}, example }: Row): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example.body ?? {})) {
    const isFile = multipart[name]?.['format'] === 'binary';
    if (isFile) form.append(name, new File([String(value)], 'contacts.csv', { type: 'text/csv' }));
    else form.append(name, String(value));
  }
  return form;
}

/** The row's method with this text as its JSON body. */
export function jsonInit(row: Row, body: string): RequestInit {
  return { method: row.method.toUpperCase(), body, headers: { 'content-type': 'application/json' } };
}

export interface ErrorMembers {
  readonly code: string;
  readonly message: string;
  readonly [member: string]: unknown;
}

/** The error object of an answer in the one shape. */
export async function errorOf(response: Response): Promise<ErrorMembers> {
  const body: unknown = await response.json();
  expect(body).toEqual({
    error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
  });
  return (body as { error: ErrorMembers }).error;
}
