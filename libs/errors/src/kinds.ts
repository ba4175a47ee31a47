/** The closed list of error kinds, with the gRPC status, HTTP status and public code of each. */
export const KIND_TABLE = {
  invalid_argument: { grpc: 'INVALID_ARGUMENT', http: 400, code: 'validation_error' },
  unauthenticated: { grpc: 'UNAUTHENTICATED', http: 401, code: 'authentication_required' },
  permission_denied: { grpc: 'PERMISSION_DENIED', http: 403, code: 'forbidden' },
  not_found: { grpc: 'NOT_FOUND', http: 404, code: 'not_found' },
  conflict: { grpc: 'ALREADY_EXISTS', http: 409, code: 'conflict' },
  failed_precondition: { grpc: 'FAILED_PRECONDITION', http: 422, code: 'failed_precondition' },
  too_large: { grpc: 'OUT_OF_RANGE', http: 413, code: 'validation_error' },
  resource_exhausted: { grpc: 'RESOURCE_EXHAUSTED', http: 429, code: 'rate_limited' },
  internal: { grpc: 'INTERNAL', http: 500, code: 'internal_error' },
  unavailable: { grpc: 'UNAVAILABLE', http: 503, code: 'internal_error' },
  deadline: { grpc: 'DEADLINE_EXCEEDED', http: 504, code: 'internal_error' },
} as const;

export type ErrorKind = keyof typeof KIND_TABLE;

export const ERROR_KINDS: readonly ErrorKind[] = Object.keys(KIND_TABLE).filter(isErrorKind);

export function isErrorKind(value: string): value is ErrorKind {
  return Object.hasOwn(KIND_TABLE, value);
}
