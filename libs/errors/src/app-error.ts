import { KIND_TABLE, type ErrorKind } from './kinds.ts';

/** One wrong field of a request: `field` is a path such as `custom_fields.plan` or `steps[2].subject`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface AppErrorOptions {
  /** The public code; the code of the kind by default. */
  readonly code?: string;
  /** Path of the offending request field. */
  readonly field?: string;
  /** All wrong fields; the reply lists the first fifty. */
  readonly errors?: readonly FieldError[];
  /** Further public fields of the error object, for example `reason` and `blocking_reasons`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Text for logs only; it never leaves the process. */
  readonly privateText?: string;
  readonly cause?: unknown;
}

/**
 * The only error that crosses service boundaries. `message` is public. Every other error counts as `internal`: it is
 * logged in full and its text is never shown.
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

/** Converts a thrown value to an AppError. Every other error becomes `internal` with the original as its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const privateText = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', INTERNAL_MESSAGE, { privateText, cause: thrown });
}

/** An error of kind `invalid_argument` for one request field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_argument', message, { field, errors: [{ field, message }] });
}

/**
 * Another request has changed a record between its read and its write. It is no decision: the same request may succeed
 * when it is sent again, also with its idempotency key.
 */
export class ChangedMeanwhile extends AppError {
  /** @param record such as `campaign`. */
  constructor(record: string) {
    super('conflict', `The ${record} was changed by another request; try again.`);
  }
}

/** The resource does not exist in this workspace. The error is the same when another workspace has it. */
export function notFound(): AppError {
  return new AppError('not_found', 'The resource does not exist in this workspace.');
}
