import openapiTS, { astToString } from 'openapi-typescript';
import { z } from 'zod';
import { generateOpenApi } from './openapi.ts';
import type { GeneratedFile } from './proto.ts';

const OUTPUT = 'libs/client/src/gen/openapi.ts';
const HEADER = '// Generated from the OpenAPI document by `npm run gen`.\n\n';
/** Statuses whose body a call of the client returns. The others become one error type. */
const SUCCESS = /^2\d\d$/;

/** A media type without its examples. */
const contentSchema = z.record(
  z.string(),
  z.looseObject({}).transform(({ example: _example, examples: _examples, ...rest }) => rest),
);
/** A response without its headers. */
const responseSchema = z
  .looseObject({ content: contentSchema.optional() })
  .transform(({ headers: _headers, ...rest }) => rest);
const operationSchema = z.looseObject({
  requestBody: z.looseObject({ content: contentSchema }).optional(),
  responses: z
    .record(z.string(), responseSchema)
    .default({})
    .transform((all) => Object.fromEntries(Object.entries(all).filter(([status]) => SUCCESS.test(status)))),
});
const pathsSchema = z.record(z.string(), z.record(z.string(), operationSchema));
const documentSchema = z.looseObject({ paths: pathsSchema, webhooks: pathsSchema });

/** The types of the API for the client library: requests, bodies of successful responses, schemas and webhooks. */
export async function generateClient(): Promise<GeneratedFile[]> {
  const [file] = generateOpenApi();
  const document = documentSchema.parse(JSON.parse(file?.text ?? ''));
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: false, silent: true });
  return [{ path: OUTPUT, text: HEADER + astToString(nodes) }];
}
