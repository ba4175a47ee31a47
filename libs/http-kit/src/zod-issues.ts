import { AppError, type FieldError } from '@outreach/errors';
import type { z } from 'zod';
import { fieldPath } from './field-path.ts';

const ERRORS_MAX = 50;

/**
 * Parses a value with a schema.
 * @throws AppError invalid_argument with the first wrong field; `errors` lists the first 50.
 */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: message });
  if (result.success) return result.data;
  throw toValidationError(result.error);
}

export function toValidationError(error: z.ZodError): AppError {
  const errors = error.issues.slice(0, ERRORS_MAX).map(toFieldError);
  const first = errors[0] ?? { field: '', message: 'The request is not valid.' };
  if (first.field === '') return new AppError('invalid_argument', `The body ${first.message}.`);
  return ofFields(first, errors);
}

/** An error about one field. `message` continues the sentence that starts with the field: `must be a string`. */
export function wrongField(field: string, message: string): AppError {
  return ofFields({ field, message }, [{ field, message }]);
}

function ofFields({ field, message: text }: FieldError, errors: readonly FieldError[]): AppError {
  return new AppError('invalid_argument', `${field} ${text}.`, { field, errors });
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: fieldPath(issue.path), message: issue.message };
}

type RawIssue = z.core.$ZodRawIssue;

const KIND_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** Messages for the issues that zod reports itself. The message of a schema takes precedence. */
function message(issue: RawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required';
    return `must be ${KIND_NAMES[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required';
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit(issue.origin)}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unit(issue.origin)}`;
  if (issue.code === 'invalid_format') return 'does not have the required format';
  return undefined;
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}
