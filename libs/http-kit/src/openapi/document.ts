import type { DocumentedRoute } from '../route.ts';
import { ERROR_SCHEMA, HEADERS, IDEMPOTENCY_PARAMETER } from './components.ts';
import { operation } from './operation.ts';
import { SchemaCollector, type JsonSchema } from './schemas.ts';

export interface DocumentFacts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

export type OpenApiDocument = JsonSchema;

/** The OpenAPI 3.1 document of a table of routes. */
export function openApiDocument(routes: readonly DocumentedRoute[], facts: DocumentFacts): OpenApiDocument {
  const schemas = new SchemaCollector();
  schemas.add('Error', ERROR_SCHEMA);
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    if (route.isUndocumented === true) continue;
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: facts.title,
      version: facts.version,
      description: facts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: facts.tags,
    paths,
    components: {
      schemas: schemas.named,
      headers: HEADERS,
      parameters: { IdempotencyKey: IDEMPOTENCY_PARAMETER },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token (JWT) of a user, or an API key (otk_…).',
        },
      },
    },
  };
}
