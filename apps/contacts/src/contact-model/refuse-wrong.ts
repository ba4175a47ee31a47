import { AppError, type FieldError } from '@outreach/errors';

/** @throws AppError invalid_argument naming each wrong field, with the first one in its message. */
export function refuseWrong(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, { field: first.field, errors });
}
