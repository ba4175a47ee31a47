import type { DocumentedRoute, ResponseShape } from '../route.ts';
import type { ComponentCollector, JsonSchema } from './component-collector.ts';
import { headersOf } from './components.ts';
import { errorCases } from './errors.ts';
import { pascalCase } from './pascal-case.ts';

/** The statuses of errors: the description of their response, and the case that needs no mention in the name. */
const STATUSES: Readonly<Record<number, readonly [description: string, usual?: string]>> = {
  400: ['The input is not valid', 'validation_error'],
  401: ['No valid credential', 'authentication_required'],
  403: ['A scope or a right is missing', 'forbidden'],
  404: ['The resource does not exist in this workspace', 'not_found'],
  408: ['The request did not arrive in time', 'too_slow'],
  409: ['The state of the resource does not allow the operation', 'idempotency_in_progress'],
  413: ['The body is too large', 'body_too_large'],
  415: ['The body has the wrong media type', 'wrong_media_type'],
  422: ['A rule forbids the operation', 'idempotency_key_reused'],
  429: ['A rate limit is exceeded', 'rate_limited'],
  431: ['The path and the headers are too large', 'headers_too_large'],
  500: ['Internal error', 'internal_error'],
  503: ['A backend is unavailable', 'unavailable'],
  504: ['A backend did not answer in time', 'deadline'],
};

export interface ErrorResponse {
  readonly status: number;
  /** Name among the components, such as `409KeyLimit`: operations with the same cases share a response. */
  readonly name: string;
  readonly response: {
    readonly description: string;
    readonly headers?: JsonSchema;
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
    return responseOf(route, status, Object.fromEntries(examples));
  });
}

function describesJson(shape: ResponseShape | undefined): boolean {
  return shape !== undefined && (shape === null || !('contentType' in shape));
}

/** `examples` has the example of each case by its name. */
function responseOf(route: DocumentedRoute, status: number, examples: JsonSchema): ErrorResponse {
  const isIdempotent = route.idempotent === true;
  const [description, usual] = STATUSES[status] ?? ['Error'];
  const special = Object.keys(examples).flatMap((name) => (name === usual ? [] : [pascalCase(name)]));
  const replayed = status === 404 && isIdempotent ? 'Replayed' : '';
  const media = { schema: { $ref: '#/components/schemas/Error' }, examples };
  return {
    status,
    name: [status, replayed, ...special].join(''),
    response: {
      description,
      ...headersOf(status, isIdempotent),
      content: { 'application/json': media },
    },
  };
}
