import { z } from 'zod';
import type { RequiredScope } from '@outreach/service-kit';
import type { ResponseShape, DocumentedRoute } from '../route.ts';
import { headersOf } from './components.ts';
import { errorCases, type ErrorCase } from './errors.ts';
import type { JsonSchema, SchemaCollector } from './schemas.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  204: 'Success without a body',
  400: 'The input is not valid',
  401: 'No valid credential',
  403: 'A scope or a right is missing',
  404: 'The resource does not exist in this workspace',
  408: 'The request did not arrive in time',
  409: 'The state of the resource does not allow the operation',
  413: 'The body is too large',
  415: 'The body has the wrong media type',
  422: 'A rule forbids the operation',
  429: 'A rate limit is exceeded',
  431: 'The path and the headers are too large',
  500: 'Internal error',
  503: 'A backend is unavailable',
  504: 'A backend did not answer in time',
};

/** The OpenAPI operation object of a route. */
export function operation(route: DocumentedRoute, schemas: SchemaCollector): JsonSchema {
  const parameters = [
    ...parametersOf(route.params, { location: 'path', example: route.example.params }, schemas),
    ...parametersOf(route.query, { location: 'query', example: route.example.query }, schemas),
    ...(route.idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const body = route.body ?? route.rawBody;
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: describe(route),
    tags: route.tags,
    security: [
      ...securityOf(route.scope),
      ...(route.scopeWhen === undefined ? [] : securityOf(route.scopeWhen.scope)),
    ],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body, route.example.body, schemas) }),
    ...(route.multipart === undefined
      ? {}
      : { requestBody: multipartBody(route.multipart, route.example.body) }),
    responses: responsesOf(route, schemas),
  };
}

function describe(route: DocumentedRoute): string {
  const { scopeWhen: other } = route;
  const otherwise =
    other === undefined ? '' : ` With ${other.parameter}=${other.value}: ${scopeWords(other.scope)}`;
  const scope = `${scopeWords(route.scope)}${otherwise}`;
  const limits =
    route.limits === undefined
      ? ''
      : ` Also counts in the rate ${route.limits.length === 1 ? 'limit' : 'limits'} ${route.limits.join(', ')}.`;
  return `${route.description === undefined ? '' : `${route.description} `}${scope}${limits}`;
}

function scopeWords(scope: RequiredScope): string {
  if (typeof scope !== 'string') return `Requires the scope ${scope.join(' or ')}.`;
  return scope === 'public'
    ? 'Requires no credential.'
    : 'Requires any credential, without a particular scope.';
}

function securityOf(scope: RequiredScope): JsonSchema[] {
  if (scope === 'public') return [];
  return scope === 'any-credential' ? [{ bearer: [] }] : scope.map((name) => ({ bearer: [name] }));
}

interface ParameterSource {
  readonly location: 'path' | 'query';
  readonly example: Readonly<Record<string, string>> | undefined;
}

function parametersOf(
  schema: z.ZodType | undefined,
  { location, example }: ParameterSource,
  schemas: SchemaCollector,
): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties, required } = objectSchema.parse(schemas.describe(schema, 'input'));
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
    ...(example?.[name] === undefined ? {} : { example: typed(example[name], property['type']) }),
  }));
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
});

/** Examples are written as text, as in a URL; the document shows them in the type of the parameter. */
function typed(value: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' : value;
}

function requestBody(body: z.ZodType, example: unknown, schemas: SchemaCollector): JsonSchema {
  const schema = schemas.describe(body, 'input');
  const media = { schema, ...(example === undefined ? {} : { example }) };
  return {
    required: schema['required'] !== undefined || '$ref' in schema,
    content: { 'application/json': media },
  };
}

function multipartBody(properties: JsonSchema, example: unknown): JsonSchema {
  const schema = { type: 'object', properties };
  return { required: true, content: { 'multipart/form-data': { schema, example } } };
}

/** A status of a page can also be the status of an error, which is JSON. */
function responsesOf(route: DocumentedRoute, schemas: SchemaCollector): JsonSchema {
  const responses = successes(route, schemas);
  const errors = Object.entries(failures(route)).map(([status, failure]): [string, Response] => {
    const content = { ...responses[status]?.content, ...failure.content };
    return [status, { ...failure, ...responses[status], content }];
  });
  return { ...responses, ...Object.fromEntries(errors) };
}

interface Response {
  readonly description: string;
  readonly headers: JsonSchema;
  readonly content?: JsonSchema;
}

function successes(route: DocumentedRoute, schemas: SchemaCollector): Record<string, Response> {
  const entries = Object.entries(route.responses).map(([status, shape]): [string, Response] => {
    const example = route.example.responses[Number(status)];
    const content = contentOf(shape, example, schemas);
    const description = isRaw(shape) ? shape.description : (DESCRIPTIONS[Number(status)] ?? 'Answer');
    const headers = headersOf(Number(status), route.idempotent === true);
    const all = { ...content, ...(status === '200' ? downloadOf(route) : {}) };
    return [status, { description, headers, ...(Object.keys(all).length === 0 ? {} : { content: all }) }];
  });
  return Object.fromEntries(entries);
}

function downloadOf({ download }: DocumentedRoute): JsonSchema {
  if (download === undefined) return {};
  const { contentType, example: first, others = {} } = download;
  const examples = Object.entries({ [contentType]: first, ...others });
  return Object.fromEntries(
    examples.map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );
}

function contentOf(shape: ResponseShape, example: unknown, schemas: SchemaCollector): JsonSchema {
  if (shape === null) return {};
  if (isRaw(shape)) {
    const { contentType, example: text } = shape;
    return { [contentType]: { schema: { type: 'string' }, ...(text !== undefined && { example: text }) } };
  }
  const media = { schema: schemas.describe(shape, 'output'), ...(example === undefined ? {} : { example }) };
  return { 'application/json': media };
}

function isRaw(shape: ResponseShape): shape is Extract<ResponseShape, { contentType: string }> {
  return shape !== null && 'contentType' in shape;
}

function failures(route: DocumentedRoute): Record<string, Response> {
  const byStatus = new Map<number, ErrorCase[]>();
  for (const found of errorCases(route)) {
    const own = route.responses[found.status];
    if (own !== undefined && !isRaw(own)) continue;
    byStatus.set(found.status, [...(byStatus.get(found.status) ?? []), found]);
  }
  const entries = [...byStatus].map(([status, cases]): [string, Response] => [
    String(status),
    {
      description: DESCRIPTIONS[status] ?? 'Error',
      headers: headersOf(status, route.idempotent === true),
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: examplesOf(cases) },
      },
    },
  ]);
  return Object.fromEntries(entries);
}

function examplesOf(cases: readonly ErrorCase[]): JsonSchema {
  return Object.fromEntries(cases.map(({ name, summary, body }) => [name, { summary, value: body }]));
}
