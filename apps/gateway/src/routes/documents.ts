import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { routesFor, type Route } from '@outreach/http-kit';
import type { OpenApiDocument } from '@outreach/http-kit/openapi';
import type { HttpExchange } from './route.ts';

/** These handlers use no ports. */
interface DocumentContext {
  readonly ports: unknown;
  readonly exchange: HttpExchange;
}

const route = routesFor<DocumentContext>();

/** The script of the page, served from its package: the page loads nothing from other servers. */
const SCALAR_SCRIPT = 'browser/standalone.js';
const ASSET_AGE_SECONDS = 86_400;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outreach API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
})});
`;

/** The page loads scripts and data of this origin only; it sets its styles inline. */
const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const raw = (contentType: string, description: string) => ({ contentType, description });
const shared = { method: 'get', tags: ['documents'], scope: 'public', isUndocumented: true } as const;
const example = { responses: {} };
const assetHeaders = { 'Cache-Control': `public, max-age=${ASSET_AGE_SECONDS}` };

/** The OpenAPI document, and the page that renders it. */
export function documentRoutes(makeDocument: () => OpenApiDocument): Route<DocumentContext>[] {
  const document = lazily(() => JSON.stringify(makeDocument()));
  const script = lazily(() => readFileSync(scriptPath()));
  return [
    route({
      ...shared,
      path: '/openapi.json',
      operationId: 'getOpenApi',
      summary: 'This API as an OpenAPI 3.1 document',
      responses: { 200: raw('application/json; charset=utf-8', 'The document') },
      example,
      handle: async () => ({ status: 200, body: document(), headers: { 'Cache-Control': 'no-cache' } }),
    }),
    route({
      ...shared,
      path: '/docs',
      operationId: 'getDocs',
      summary: 'The API reference',
      responses: { 200: raw('text/html; charset=utf-8', 'The page') },
      example,
      handle: async () => ({ status: 200, body: PAGE, headers: PAGE_HEADERS }),
    }),
    route({
      ...shared,
      path: '/docs/start.js',
      operationId: 'getDocsStart',
      summary: 'The call that starts the page',
      responses: { 200: raw('text/javascript; charset=utf-8', 'Script') },
      example,
      handle: async () => ({ status: 200, body: START, headers: assetHeaders }),
    }),
    route({
      ...shared,
      path: '/docs/scalar.js',
      operationId: 'getDocsScript',
      summary: "The page's script",
      responses: { 200: raw('text/javascript; charset=utf-8', 'Script') },
      example,
      handle: async () => ({ status: 200, body: script(), headers: assetHeaders }),
    }),
  ];
}

function scriptPath(): string {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return path.join(path.dirname(entry), SCALAR_SCRIPT);
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
