import { KIND_TABLE } from '@outreach/errors';
import type { z } from 'zod';
import type { DocumentedRoute } from '../route.ts';
import { errorSchema, type ErrorValues, HEADERS, IDEMPOTENCY_PARAMETER } from './components.ts';
import { operation } from './operation.ts';
import { ComponentCollector, type JsonSchema } from './component-collector.ts';
import { shareSchemas } from './shared-schemas.ts';
import { inlineSingleUses } from './single-uses.ts';
import { WEBHOOK_PARAMETERS, webhooksSection, type EventDoc } from './webhooks.ts';

/** The codes of the Idempotency-Key header. */
const IDEMPOTENCY_CODES = ['idempotency_in_progress', 'idempotency_key_reused'];

export interface DocumentFacts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The scopes of credentials. */
  readonly scopes?: readonly string[];
  /** The names of rate limits. */
  readonly limitNames?: readonly string[];
  /** The values of `error.blocking_reasons[].reason`. */
  readonly blockingReasons?: readonly string[];
  /** Names of schemas that several schemas contain. A later one may contain an earlier one. */
  readonly sharedSchemas?: Readonly<Record<string, z.ZodType>>;
  /** The events of the `webhooks` section. */
  readonly events?: readonly EventDoc[];
}

export type OpenApiDocument = JsonSchema;

/** The OpenAPI 3.1 document of a table of routes. */
export function openApiDocument(routes: readonly DocumentedRoute[], facts: DocumentFacts): OpenApiDocument {
  const components = new ComponentCollector();
  components.add('Error', errorSchema(errorValues(routes, facts)));
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    if (route.isUndocumented === true) continue;
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, components) };
  }
  const shared = Object.entries(facts.sharedSchemas ?? {}).map(
    ([name, schema]) => [name, components.describe(schema, 'output')] as const,
  );
  const document = {
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
    ...(facts.events === undefined ? {} : { webhooks: webhooksSection(facts.events, components) }),
    components: {
      schemas: components.schemas,
      responses: components.responses,
      examples: components.examples,
      headers: HEADERS,
      parameters: {
        IdempotencyKey: IDEMPOTENCY_PARAMETER,
        ...components.parameters,
        ...(facts.events === undefined ? {} : WEBHOOK_PARAMETERS),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token (JWT) of a user, or an API key (otk_…).',
        },
      },
    },
  };
  return inlineSingleUses(shareSchemas(document, shared));
}

/** The codes of all kinds, and the codes and reasons that the routes declare. */
function errorValues(routes: readonly DocumentedRoute[], facts: DocumentFacts): ErrorValues {
  const declared = routes.flatMap(({ errors = [] }) => errors);
  const kinds = Object.values(KIND_TABLE).map(({ code }) => code);
  const { scopes = [], limitNames = [], blockingReasons = [] } = facts;
  return {
    codes: unique([...kinds, ...IDEMPOTENCY_CODES, ...declared.map(({ code }) => code)]),
    reasons: unique(declared.flatMap(({ reason }) => reason ?? [])),
    scopes,
    limitNames,
    blockingReasons,
  };
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
