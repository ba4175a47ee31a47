/** The closed list of error kinds, with the gRPC status, HTTP status and public code of each. */
export const KIND_TABLE = {
  invalid_argument: { grpc: 3, http: 400, code: 'validation_error' },
  unauthenticated: { grpc: 16, http: 401, code: 'authentication_required' },
  permission_denied: { grpc: 7, http: 403, code: 'forbidden' },
  not_found: { grpc: 5, http: 404, code: 'not_found' },
  conflict: { grpc: 6, http: 409, code: 'conflict' },
  failed_precondition: { grpc: 9, http: 422, code: 'failed_precondition' },
  too_large: { grpc: 11, http: 413, code: 'validation_error' },
  resource_exhausted: { grpc: 8, http: 429, code: 'rate_limited' },
  internal: { grpc: 13, http: 500, code: 'internal_error' },
  unavailable: { grpc: 14, http: 503, code: 'internal_error' },
  deadline: { grpc: 4, http: 504, code: 'internal_error' },
} as const;

export type ErrorKind = keyof typeof KIND_TABLE;

export const ERROR_KINDS: readonly ErrorKind[] = Object.keys(KIND_TABLE).filter(isErrorKind);

export function isErrorKind(value: string): value is ErrorKind {
  return Object.hasOwn(KIND_TABLE, value);
}
