import { KIND_TABLE, type ErrorKind } from './kinds.ts';

/** One wrong field of a request: `field` is a path such as `custom_fields.plan` or `steps[2].subject`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface AppErrorOptions {
  /** The public code; by default the one of the kind. */
  readonly code?: string;
  /** Path of the offending request field. */
  readonly field?: string;
  /** All wrong fields; the writer shows the first fifty. */
  readonly errors?: readonly FieldError[];
  /** Further public members of the error object, `reason` and `blocking_reasons` among them. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Text for logs alone; it never leaves the process. */
  readonly privateText?: string;
  readonly cause?: unknown;
}

/**
 * The one error that may cross a border. `message` is public. Whatever else is thrown
 * counts as `internal`: logged in full, shown as nothing.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly field: string | undefined;
  readonly errors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly privateText: string | undefined;

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = options.code ?? KIND_TABLE[kind].code;
    this.field = options.field;
    this.errors = options.errors ?? [];
    this.details = options.details ?? {};
    this.privateText = options.privateText;
  }
}

const INTERNAL_MESSAGE = 'An unexpected error occurred.';

/** Anything thrown as an AppError: foreign errors become `internal` with the original as their cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const privateText = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', INTERNAL_MESSAGE, { privateText, cause: thrown });
}

/** A request field is wrong: kind `invalid_argument`, with the field's path. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_argument', message, { field, errors: [{ field, message }] });
}

/** The resource is not in this workspace; the text never says whether it is in another. */
export function notFound(): AppError {
  return new AppError('not_found', 'The resource does not exist in this workspace.');
}
