import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { AppError, ERROR_KINDS, type ErrorKind } from '@outreach/errors';
import { fromServiceError, toStatus } from './error-wire.ts';

/** The numbers on the wire. */
const GRPC_CODES: Readonly<Record<ErrorKind, number>> = {
  invalid_argument: 3,
  unauthenticated: 16,
  permission_denied: 7,
  not_found: 5,
  conflict: 6,
  failed_precondition: 9,
  too_large: 11,
  resource_exhausted: 8,
  internal: 13,
  unavailable: 14,
  deadline: 4,
};

function overTheWire(thrown: unknown): AppError {
  const answered = toStatus(thrown);
  return fromServiceError(failure(answered.code, answered.metadata));
}

function failure(code: status, metadata = new Metadata()): ServiceError {
  return Object.assign(new Error('status'), { code, details: '', metadata });
}

describe('an error on the gRPC wire', () => {
  it.each(ERROR_KINDS)('of the kind %s is rebuilt as it was thrown', (kind) => {
    const error = new AppError(kind, 'Public text.', {
      code: 'some_code',
      field: 'tags[1]',
      errors: [{ field: 'tags[1]', message: 'Too long.' }],
      details: { reason: 'why', blocking_reasons: [{ reason: 'spf_missing', observed: 0.5 }], limit: null },
    });
    const { code, message, field, errors, details } = error;
    expect(overTheWire(error)).toMatchObject({ kind, code, message, field, errors, details });
    expect(toStatus(error).code).toBe(GRPC_CODES[kind]);
  });

  it('hides the message of an undeclared error', () => {
    const rebuilt = overTheWire(new Error('mongodb://user:password@host'));
    expect(rebuilt).toMatchObject({ kind: 'internal', code: 'internal_error' });
    expect(JSON.stringify(rebuilt)).not.toContain('password');
  });

  it('never includes the private text', () => {
    const rebuilt = overTheWire(new AppError('conflict', 'Public.', { privateText: 'secret' }));
    expect(rebuilt.privateText).toBeUndefined();
  });

  it('drops details that exceed the trailer limit and keeps the error', () => {
    const errors = Array.from({ length: 50 }, (_, index) => ({
      field: `f${index}`,
      message: 'x'.repeat(2_000),
    }));
    const rebuilt = overTheWire(new AppError('invalid_argument', 'Wrong.', { field: 'f0', errors }));
    expect(rebuilt).toMatchObject({ kind: 'invalid_argument', field: 'f0', errors: [] });
  });

  it.each([
    ['UNAVAILABLE', 'unavailable'],
    ['DEADLINE_EXCEEDED', 'deadline'],
    ['CANCELLED', 'deadline'],
    ['RESOURCE_EXHAUSTED', 'internal'],
    ['UNKNOWN', 'internal'],
  ] as const)('is rebuilt from a bare %s as %s', (name, kind) => {
    expect(fromServiceError(failure(status[name]))).toMatchObject({ kind, code: 'internal_error' });
  });
});
