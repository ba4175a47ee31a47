import { AppError, KIND_TABLE, type ErrorDefinition, type ErrorKind } from '@outreach/errors';
import { toErrorReply, type ErrorBody } from '../error-reply.ts';
import { HttpRefusal } from '../refusals.ts';
import type { RouteDescription, DocumentedRoute } from '../route.ts';

/** An error of an operation: its status, its name in the document, and the body. */
export interface ErrorCase {
  readonly status: number;
  readonly name: string;
  readonly body: ErrorBody;
}

const GENERAL = {
  validation: fieldCase(),
  unauthenticated: appCase('authentication_required', 'unauthenticated', 'A valid credential is required.'),
  malformed: appCase('malformed_json', 'invalid_argument', 'The body is not valid JSON.'),
  not_found: appCase('not_found', 'not_found', 'The resource does not exist in this workspace.'),
  internal: appCase('internal_error', 'internal', 'An unexpected error occurred.'),
  unavailable: appCase('unavailable', 'unavailable', 'A part of the service is not reachable; try again.'),
  deadline: appCase('deadline', 'deadline', 'The request took too long; try again.'),
  in_progress: caseOf(
    'idempotency_in_progress',
    new AppError('conflict', 'A request with this Idempotency-Key is still running.', {
      code: 'idempotency_in_progress',
    }),
  ),
  reused: caseOf(
    'idempotency_key_reused',
    new AppError('failed_precondition', 'This Idempotency-Key belongs to another request.', {
      code: 'idempotency_key_reused',
    }),
  ),
  too_slow: caseOf('too_slow', new HttpRefusal('too_slow')),
  body_too_large: caseOf('body_too_large', new HttpRefusal('body_too_large')),
  wrong_media_type: caseOf('wrong_media_type', new HttpRefusal('wrong_media_type')),
  headers_too_large: caseOf('headers_too_large', new HttpRefusal('headers_too_large')),
};

/** Every error of an operation, including the general errors that its route implies. */
export function errorCases(route: DocumentedRoute): ErrorCase[] {
  const hasBody = [route.body, route.rawBody, route.multipart].some((body) => body !== undefined);
  const takesInput = hasBody || route.query !== undefined || route.idempotent === true;
  return [
    ...(takesInput ? [GENERAL.validation] : []),
    ...(!hasBody
      ? []
      : [GENERAL.malformed, GENERAL.too_slow, GENERAL.body_too_large, GENERAL.wrong_media_type]),
    ...(route.scope === 'public' ? [] : [GENERAL.unauthenticated]),
    ...forbiddenCases(route),
    ...(route.params === undefined ? [] : [GENERAL.not_found]),
    ...(route.idempotent === true ? [GENERAL.in_progress, GENERAL.reused] : []),
    ...(route.scope === 'public' && route.limits === undefined ? [] : [rateLimitedCase()]),
    ...(route.errors ?? []).map(definedCase),
    GENERAL.headers_too_large,
    GENERAL.internal,
    GENERAL.unavailable,
    GENERAL.deadline,
  ];
}

/** An example for all operations; the description of an operation names its scopes. */
function forbiddenCases(route: RouteDescription): ErrorCase[] {
  if (typeof route.scope === 'string') return [];
  const scope = 'contacts:write';
  const error = new AppError('permission_denied', `The scope ${scope} is required.`, {
    details: { required_scope: scope },
  });
  return [caseOf('forbidden', error)];
}

function rateLimitedCase(): ErrorCase {
  const details = { limit: 600, limit_name: 'credential', retry_after_seconds: 12 };
  return caseOf(
    'rate_limited',
    new AppError('resource_exhausted', 'Too many requests; wait 12 seconds.', { details }),
  );
}

function definedCase(definition: ErrorDefinition): ErrorCase {
  return caseOf(definition.reason ?? definition.name, definition.make());
}

function fieldCase(): ErrorCase {
  const errors = [{ field: 'page_size', message: 'must be an integer from 1 to 500' }];
  const error = new AppError('invalid_argument', 'page_size must be an integer from 1 to 500.', {
    field: 'page_size',
    errors,
  });
  return caseOf('validation_error', error);
}

function appCase(name: string, kind: ErrorKind, message: string): ErrorCase {
  return { ...caseOf(name, new AppError(kind, message)), status: KIND_TABLE[kind].http };
}

function caseOf(name: string, thrown: Error): ErrorCase {
  const { status, body } = toErrorReply(thrown);
  return { status, name, body };
}
