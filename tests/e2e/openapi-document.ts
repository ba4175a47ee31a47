import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import type { RunningStack } from './stack-harness.ts';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly items?: Schema | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

const schemaSchema: z.ZodType<Schema> = z.custom<Schema>(
  (value) => typeof value === 'object' && value !== null,
);
const JSON_TYPE = 'application/json';

const media = z.object({ schema: schemaSchema, example: z.unknown().optional() });
const content = z.record(z.string(), media).optional();
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  schema: schemaSchema,
  example: z.unknown().optional(),
});
const reference = z.object({ $ref: z.string() });
const response = z.object({ content });
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([reference, parameter])).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), schemaSchema),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
  }),
});

export interface Parameter {
  readonly name: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** One operation of the served document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** True if the body is an upload. */
  readonly isUpload: boolean;
  /** Status and content type of each response that is not JSON, such as `200 text/csv`. */
  readonly otherContents: ReadonlySet<string>;
  readonly exampleBody: unknown;
  /** Status → validator of its body, which is compiled at its first use; undefined if the response has no body. */
  readonly answers: ReadonlyMap<number, (() => ValidateFunction) | undefined>;
}

export interface ServedDocument {
  readonly operations: readonly Operation[];
  resolve(schema: Schema): Schema;
}

/** Reads the OpenAPI document that the running product serves. */
export async function readDocument(running: RunningStack): Promise<ServedDocument> {
  const { body } = await running.call('GET', '/openapi.json', { key: '' });
  const document = documentSchema.parse(body);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'document' });
  const compile = (schema: Schema): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')));
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(document.components.schemas[name] ?? {});
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => {
      const parameters = found.parameters.map((one) => inPlace(one, document.components.parameters));
      const responses = Object.entries(found.responses).map(
        ([status, one]) => [status, inPlace(one, document.components.responses)] as const,
      );
      return toOperation({ path, method, found, parameters, responses, compile });
    }),
  );
  return { operations, resolve };
}

/** The component that a reference names. */
function inPlace<T extends object>(one: T | z.output<typeof reference>, all: Readonly<Record<string, T>>): T {
  if (!('$ref' in one)) return one;
  const found = all[one.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${one.$ref} does not exist.`);
  return found;
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly found: z.output<typeof operation>;
  readonly parameters: readonly z.output<typeof parameter>[];
  readonly responses: readonly (readonly [status: string, response: z.output<typeof response>])[];
  readonly compile: (schema: Schema) => ValidateFunction;
}

function toOperation({ path, method, found, parameters, responses, compile }: Found): Operation {
  const json = found.requestBody?.content?.[JSON_TYPE];
  return {
    id: found.operationId,
    method: method.toUpperCase(),
    path,
    isPublic: found.security.length === 0,
    pathParameters: parameters.filter((one) => one.in === 'path'),
    queryParameters: parameters.filter((one) => one.in === 'query'),
    body: json?.schema,
    isUpload: found.requestBody?.content?.['multipart/form-data'] !== undefined,
    otherContents: new Set(
      responses.flatMap(([status, { content = {} }]) =>
        Object.keys(content).flatMap((type) => (type === JSON_TYPE ? [] : [`${status} ${type}`])),
      ),
    ),
    exampleBody: json?.example,
    answers: new Map(
      responses.map(([status, answer]) => {
        const answered = answer.content?.[JSON_TYPE];
        return [Number(status), answered === undefined ? undefined : once(() => compile(answered.schema))];
      }),
    ),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The operation's path with these values in place of its parameters. */
export function fillPath({ path }: Operation, valueOf: (name: string) => string): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
}
