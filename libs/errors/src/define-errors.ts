import { AppError, type AppErrorOptions } from './app-error.ts';
import { KIND_TABLE, type ErrorKind } from './kinds.ts';

/** A row of a contract's error table. */
export interface ErrorRow {
  readonly kind: ErrorKind;
  /** Public code when it is not the kind's own. */
  readonly code?: string;
  /** Value of `error.reason`, for codes that stand for several causes. */
  readonly reason?: string;
  /** Public text. */
  readonly message: string;
}

/** A declared error: the row, complete, and the way to make one. */
export interface ErrorDefinition extends Required<Omit<ErrorRow, 'reason'>> {
  readonly name: string;
  readonly reason: string | undefined;
  make(options?: AppErrorOptions): AppError;
}

/** Turns a contract's table of errors into definitions that the domain throws from and the documents list. */
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
