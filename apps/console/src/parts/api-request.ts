import type { paths } from '@outreach/client';
import { given } from '../data/given.ts';
import { shellWord } from './shell-word.ts';

/** A request that does the same as a view or a form. */
export interface ApiRequest {
  /** `get` without it. */
  readonly method?: 'post' | 'put' | 'patch' | 'delete';
  readonly path: keyof paths;
  /** The values of the placeholders in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** In place of a password or another secret in a body. */
export const SECRET = '…';

/** The request as a command of a shell. The key is a variable of its environment. */
export function toCurl(request: ApiRequest, origin: string): string {
  const { method = 'get', body } = request;
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${shellWord(`${origin}${addressOf(request)}`)}`,
    '-H "Authorization: Bearer $OUTREACH_API_KEY"',
    ...(method === 'post' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body, undefined, 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

/** The request with the client library. The key is a variable of the environment. */
export function toTypeScript(request: ApiRequest, origin: string): string {
  const { method = 'get', path, params = {}, query = {}, body } = request;
  const known = given(query);
  const parameters = {
    ...(Object.keys(params).length === 0 ? {} : { path: params }),
    ...(Object.keys(known).length === 0 ? {} : { query: known }),
  };
  const options = {
    ...(Object.keys(parameters).length === 0 ? {} : { params: parameters }),
    ...(body === undefined ? {} : { body }),
  };
  const argument = Object.keys(options).length === 0 ? '' : `, ${literal(options)}`;
  const result = method === 'delete' ? '' : 'const result = ';
  return [
    "import { apiKey, createClient } from '@outreach/client';",
    '',
    'const outreach = createClient({',
    `  baseUrl: ${JSON.stringify(origin)},`,
    "  credentials: apiKey(process.env.OUTREACH_API_KEY ?? ''),",
    '});',
    '',
    `${result}await outreach.${method}(${JSON.stringify(path)}${argument});`,
  ].join('\n');
}

function addressOf({ path, params = {}, query = {} }: ApiRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(given(query)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** JSON with names as a program has them. */
function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
