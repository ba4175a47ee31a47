import { z } from 'zod';
import type { Operation, Parameter } from './document.ts';

/** Items that a page of an answer has at most, so that it fits into a context. */
export const PAGE_SIZE_MAX = 50;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** The answers of these operations contain a secret. */
const SECRET_OPERATIONS: ReadonlySet<string> = new Set(['createWebhook', 'rotateWebhookSecret']);

/** An operation of the API as a tool of the Model Context Protocol. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly isRead: boolean;
  readonly operation: Operation;
}

export interface InputSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required: string[];
}

/**
 * The tools for a user's work: operations that a credential opens. Those for administrators are left out: keys, users and
 * erasure.
 */
export function toolsOf(operations: readonly Operation[], isWriteAllowed: boolean): Tool[] {
  const tools = operations.filter(isOffered).map(toTool);
  return tools.filter(({ isRead }) => isRead || isWriteAllowed);
}

function isOffered({ operationId, security, requestBody }: Operation): boolean {
  const scopes = scopesOf(security);
  if (security.length === 0 || scopes.every((scope) => scope.startsWith('admin:'))) return false;
  if (SECRET_OPERATIONS.has(operationId)) return false;
  return requestBody === undefined || bodySchemaOf(requestBody) !== undefined;
}

/** The schema of a JSON body, or of a form with files. */
function bodySchemaOf(requestBody: Operation['requestBody']): object | undefined {
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = requestBody?.content ?? {};
  return json?.schema ?? form?.schema;
}

/** True if the body is sent as a form; the model gives its files as text. */
export function isForm({ requestBody }: Operation): boolean {
  return requestBody !== undefined && FORM_TYPE in requestBody.content;
}

const scopesOf = (security: Operation['security']): string[] =>
  security.flatMap((alternative) => Object.values(alternative).flat());

/** A POST for which a scope to read is enough, such as a search, changes nothing. */
function isRead({ method, security }: Operation): boolean {
  if (method === 'get') return true;
  return method === 'post' && scopesOf(security).some((scope) => scope.endsWith(':read'));
}

function toTool(operation: Operation): Tool {
  const { operationId, summary, description = summary } = operation;
  return {
    name: operationId,
    title: summary,
    description,
    inputSchema: inputSchemaOf(operation),
    isRead: isRead(operation),
    operation,
  };
}

/** The parameters by their names, and the body as `body`. */
function inputSchemaOf({ parameters, requestBody }: Operation): InputSchema {
  const sent = parameters.filter(isArgument);
  const body = bodySchemaOf(requestBody);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(sent.map((parameter) => [parameter.name, schemaOf(parameter)])),
      ...(body === undefined ? {} : { body: withSmallPages(body) }),
    },
    required: [
      ...sent.filter(({ required }) => required).map(({ name }) => name),
      ...(requestBody?.required === true ? ['body'] : []),
    ],
    additionalProperties: false,
  };
}

/** A deletion of a contact with this parameter is an erasure. */
const ERASURE_PARAMETER = 'hard';

/** Headers are not for the model. */
export const isArgument = (parameter: Parameter): boolean =>
  (parameter.in === 'path' || parameter.in === 'query') && parameter.name !== ERASURE_PARAMETER;

function schemaOf({ name, schema, description }: Parameter): object {
  const limited = name === 'page_size' ? limitPageSize(schema) : schema;
  return description === undefined ? limited : { ...limited, description };
}

const PagedSchema = z.looseObject({ properties: z.looseObject({ page_size: z.looseObject({}) }) });

function withSmallPages(schema: object): object {
  const paged = PagedSchema.safeParse(schema);
  if (!paged.success) return schema;
  const { properties } = paged.data;
  return { ...schema, properties: { ...properties, page_size: limitPageSize(properties.page_size) } };
}

const limitPageSize = (schema: object): object => ({
  ...schema,
  maximum: PAGE_SIZE_MAX,
  default: PAGE_SIZE_MAX,
});
