import { z } from 'zod';
import type { RequiredScope } from '@outreach/service-kit/rpc';
import type { ResponseShape, DocumentedRoute } from '../route.ts';
import { headersOf } from './components.ts';
import type { ComponentCollector, JsonSchema } from './component-collector.ts';
import { errorResponses } from './error-responses.ts';
import { pascalCase } from './pascal-case.ts';

const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  204: 'Success without a body',
};

/** The OpenAPI operation object of a route. */
export function operation(route: DocumentedRoute, components: ComponentCollector): JsonSchema {
  const inline = [
    ...parametersOf(route.params, { location: 'path', example: route.example.params }, components),
    ...parametersOf(route.query, { location: 'query', example: route.example.query }, components),
  ];
  const suffix = pascalCase(route.operationId);
  const parameters = [
    ...inline.map(({ name, parameter }) => components.parameter(parameter, name, `${name}Of${suffix}`)),
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
    ...(body === undefined ? {} : { requestBody: requestBody(body, route.example.body, components) }),
    ...(route.multipart === undefined
      ? {}
      : { requestBody: multipartBody(route.multipart, route.example.body) }),
    responses: responsesOf(route, components),
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
  components: ComponentCollector,
): { readonly name: string; readonly parameter: JsonSchema }[] {
  if (schema === undefined) return [];
  const { properties, required } = objectSchema.parse(components.describe(schema, 'input'));
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name: pascalCase(name),
    parameter: {
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: property,
      ...(example?.[name] === undefined ? {} : { example: typed(example[name], property['type']) }),
    },
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

function requestBody(body: z.ZodType, example: unknown, components: ComponentCollector): JsonSchema {
  const schema = components.describe(body, 'input');
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

/** The success of a route can have the status of an error, as a page that explains it: then the operation has both. */
function responsesOf(route: DocumentedRoute, components: ComponentCollector): JsonSchema {
  const suffix = pascalCase(route.operationId);
  const own = successes(route, components);
  const errors = errorResponses(route, components);
  const both = new Map(errors.map(({ status, response }) => [String(status), response]));
  const named = Object.entries(own).map(([status, response]): [string, JsonSchema] => {
    const error = both.get(status);
    const content = { ...response.content, ...error?.content };
    const all = error === undefined ? response : { ...error, ...response, content };
    const { schema } = response.content?.['application/json'] ?? {};
    const name = schema === undefined ? status : `${status}${nameOf(schema)}`;
    return [status, components.response({ ...all }, name, `${name}Of${suffix}`)];
  });
  const others = errors
    .filter(({ status }) => !(status in own))
    .map(({ name, status, response }): [string, JsonSchema] => [
      String(status),
      components.response(response, name, `${name}Of${suffix}`),
    ]);
  return Object.fromEntries([...named, ...others]);
}

/** Media type → its schema and examples. */
type Contents = Readonly<Record<string, JsonSchema & { readonly schema: JsonSchema }>>;

interface Response {
  readonly description: string;
  readonly headers?: JsonSchema;
  readonly content?: Contents;
}

function successes(route: DocumentedRoute, components: ComponentCollector): Record<string, Response> {
  const entries = Object.entries(route.responses).map(([status, shape]): [string, Response] => {
    const content = contentOf(shape, { route, status }, components);
    const description = isRaw(shape) ? shape.description : (SUCCESSES[Number(status)] ?? 'Answer');
    const headers = headersOf(Number(status), route.idempotent === true);
    const all = { ...content, ...(status === '200' ? downloadOf(route) : {}) };
    return [status, { description, ...headers, ...(Object.keys(all).length === 0 ? {} : { content: all }) }];
  });
  return Object.fromEntries(entries);
}

function downloadOf({ download }: DocumentedRoute): Contents {
  if (download === undefined) return {};
  const { contentType, example: first, others = {} } = download;
  const examples = Object.entries({ [contentType]: first, ...others });
  return Object.fromEntries(
    examples.map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );
}

interface Place {
  readonly route: DocumentedRoute;
  readonly status: string;
}

function contentOf(shape: ResponseShape, place: Place, components: ComponentCollector): Contents {
  if (shape === null) return {};
  if (!isRaw(shape)) return jsonOf(shape, place, components);
  const { contentType, example: text, schema } = shape;
  if (schema !== undefined) return jsonOf(schema, place, components);
  return { [contentType]: { schema: { type: 'string' }, ...(text !== undefined && { example: text }) } };
}

function jsonOf(shape: z.ZodType, { route, status }: Place, components: ComponentCollector): Contents {
  const schema = components.describe(shape, 'output');
  const value = route.example.responses[Number(status)];
  if (value === undefined) return { 'application/json': { schema } };
  const name = nameOf(schema);
  const example = components.example(value, name, `${status}Of${pascalCase(route.operationId)}`);
  return { 'application/json': { schema, examples: { [name]: example } } };
}

/** The name of the schema that a reference names. */
function nameOf({ $ref }: JsonSchema): string {
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : 'example';
}

function isRaw(shape: ResponseShape): shape is Extract<ResponseShape, { contentType: string }> {
  return shape !== null && 'contentType' in shape;
}
