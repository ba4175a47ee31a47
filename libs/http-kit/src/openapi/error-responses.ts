import type { DocumentedRoute, ResponseShape } from '../route.ts';
import type { ComponentCollector, JsonSchema } from './component-collector.ts';
import { headersOf } from './components.ts';
import { errorCases } from './errors.ts';
import { pascalCase } from './pascal-case.ts';

/** The statuses of errors: the name of their response, its description, and the case that needs no mention in the name. */
const STATUSES: Readonly<Record<number, readonly [name: string, description: string, usual?: string]>> = {
  400: ['BadRequest', 'The input is not valid', 'validation_error'],
  401: ['Unauthorized', 'No valid credential', 'authentication_required'],
  403: ['Forbidden', 'A scope or a right is missing', 'forbidden'],
  404: ['NotFound', 'The resource does not exist in this workspace', 'not_found'],
  408: ['RequestTimeout', 'The request did not arrive in time', 'too_slow'],
  409: ['Conflict', 'The state of the resource does not allow the operation'],
  413: ['ContentTooLarge', 'The body is too large', 'body_too_large'],
  415: ['UnsupportedMediaType', 'The body has the wrong media type', 'wrong_media_type'],
  422: ['Unprocessable', 'A rule forbids the operation'],
  429: ['TooManyRequests', 'A rate limit is exceeded', 'rate_limited'],
  431: ['HeadersTooLarge', 'The path and the headers are too large', 'headers_too_large'],
  500: ['InternalError', 'Internal error', 'internal_error'],
  503: ['Unavailable', 'A backend is unavailable', 'unavailable'],
  504: ['DeadlineExceeded', 'A backend did not answer in time', 'deadline'],
};

export interface ErrorResponse {
  readonly status: number;
  /** Name among the components: operations with the same cases share a response. */
  readonly name: string;
  readonly response: {
    readonly description: string;
    readonly headers: JsonSchema;
    readonly content: JsonSchema;
  };
}

/** The responses of a route's errors, one per status. A status whose JSON the route describes itself is left out. */
export function errorResponses(route: DocumentedRoute, components: ComponentCollector): ErrorResponse[] {
  const cases = errorCases(route).filter(({ status }) => !describesJson(route.responses[status]));
  const byStatus = Map.groupBy(cases, ({ status }) => status);
  return [...byStatus].map(([status, found]) => {
    const examples = found.map(({ name, body }) => {
      const other = `${name}Of${pascalCase(route.operationId)}`;
      return [name, components.example(body, name, other)] as const;
    });
    const headers = headersOf(status, route.idempotent === true);
    return responseOf(route, { status, headers, examples: Object.fromEntries(examples) });
  });
}

function describesJson(shape: ResponseShape | undefined): boolean {
  return shape !== undefined && (shape === null || !('contentType' in shape));
}

interface Answer {
  readonly status: number;
  readonly headers: JsonSchema;
  /** Name of the case → its example. */
  readonly examples: JsonSchema;
}

function responseOf({ idempotent }: DocumentedRoute, { status, headers, examples }: Answer): ErrorResponse {
  const [base, description, usual] = STATUSES[status] ?? [`Status${status}`, 'Error'];
  const special = Object.keys(examples).flatMap((name) => (name === usual ? [] : [pascalCase(name)]));
  const replayed = status === 404 && idempotent === true ? 'Replayed' : '';
  const media = { schema: { $ref: '#/components/schemas/Error' }, examples };
  return {
    status,
    name: [base, replayed, ...special].join(''),
    response: { description, headers, content: { 'application/json': media } },
  };
}
