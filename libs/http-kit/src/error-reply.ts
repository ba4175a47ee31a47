import { type AppError, KIND_TABLE, toAppError, type ErrorKind, type FieldError } from '@outreach/errors';
import { HTTP_REFUSALS, HttpRefusal, type RefusalName } from './refusals.ts';

const ERRORS_SHOWN_MAX = 50;
/** Retry-After while a backend is unavailable. */
const RETRY_AFTER_SECONDS = 1;
const IN_PROGRESS_CODE = 'idempotency_in_progress';
const INTERNAL_MESSAGE = 'An unexpected error occurred.';

/** The public error object. Operations add further fields. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    readonly errors?: readonly FieldError[];
    readonly [detail: string]: unknown;
  };
}

export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** True for an internal error: it is logged in full. */
  readonly isUnexpected: boolean;
}

/** Converts anything thrown to the public reply. */
export function toErrorReply(thrown: unknown): ErrorReply {
  if (thrown instanceof HttpRefusal) return refusalReply(thrown.refusal, thrown.headers);
  const error = toAppError(thrown);
  return {
    status: KIND_TABLE[error.kind].http,
    headers: headersOf(error),
    body: { error: publicFields(error) },
    isUnexpected: error.kind === 'internal',
  };
}

export function refusalReply(name: RefusalName, headers: Readonly<Record<string, string>> = {}): ErrorReply {
  const { status, code, message } = HTTP_REFUSALS[name];
  return { status, headers, body: { error: { code, message } }, isUnexpected: false };
}

function publicFields(error: AppError): ErrorBody['error'] {
  const { code, message, ...details } = { ...error.details, code: error.code, message: error.message };
  return {
    code,
    message: error.kind === 'internal' ? INTERNAL_MESSAGE : message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.errors.length === 0 ? {} : { errors: error.errors.slice(0, ERRORS_SHOWN_MAX) }),
    ...(error.kind === 'internal' ? {} : shownDetails(details)),
  };
}

/** Lists of reasons are shortened like the list of wrong fields. */
function shownDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { field: _field, errors: _errors, ...rest } = details;
  const reasons = rest['blocking_reasons'];
  return Array.isArray(reasons) ? { ...rest, blocking_reasons: reasons.slice(0, ERRORS_SHOWN_MAX) } : rest;
}

const RETRIABLE_KINDS: ReadonlySet<ErrorKind> = new Set(['unavailable', 'deadline']);

function headersOf(error: AppError): Record<string, string> {
  const waitSeconds = error.details['retry_after_seconds'];
  if (typeof waitSeconds === 'number') return { 'Retry-After': String(waitSeconds) };
  if (RETRIABLE_KINDS.has(error.kind) || error.code === IN_PROGRESS_CODE) {
    return { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  }
  return error.kind === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {};
}
