import { AppError, type AppErrorOptions } from './app-error.ts';
import { KIND_TABLE, type ErrorKind } from './kinds.ts';

/** An entry of the error table of a contract. */
export interface ErrorRow {
  readonly kind: ErrorKind;
  /** Public code, where it differs from the code of the kind. */
  readonly code?: string;
  /** Value of `error.reason`, for codes with several causes. */
  readonly reason?: string;
  /** Public text. */
  readonly message: string;
}

/** A declared error and the function that creates it. */
export interface ErrorDefinition extends Required<Omit<ErrorRow, 'reason'>> {
  readonly name: string;
  readonly reason: string | undefined;
  make(options?: AppErrorOptions): AppError;
}

/** Converts the error table of a contract to definitions: the domain throws them and the documents list them. */
export function defineErrors<Name extends string>(
  rows: Record<Name, ErrorRow>,
): Readonly<Record<Name, ErrorDefinition>> {
  const entries = Object.entries<ErrorRow>(rows).map(([name, row]) => [name, define(name, row)]);
  return Object.freeze(Object.fromEntries(entries)) as Readonly<Record<Name, ErrorDefinition>>;
}

function define(name: string, row: ErrorRow): ErrorDefinition {
  const code = row.code ?? KIND_TABLE[row.kind].code;
  return {
    name,
    kind: row.kind,
    code,
    reason: row.reason,
    message: row.message,
    make: (options = {}) => {
      const reason = row.reason === undefined ? {} : { reason: row.reason };
      return new AppError(row.kind, row.message, {
        ...options,
        code,
        details: { ...reason, ...options.details },
      });
    },
  };
}
