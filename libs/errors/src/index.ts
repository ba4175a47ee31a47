export { AppError, ChangedMeanwhile, invalidField, notFound, toAppError } from './app-error.ts';
export type { AppErrorOptions, FieldError } from './app-error.ts';
export { defineErrors } from './define-errors.ts';
export type { ErrorDefinition } from './define-errors.ts';
export { ERROR_KINDS, isErrorKind, KIND_TABLE } from './kinds.ts';
export type { ErrorKind } from './kinds.ts';
export { knownValue } from './known-value.ts';
export { innerErrors, thrownField, thrownText } from './thrown.ts';
