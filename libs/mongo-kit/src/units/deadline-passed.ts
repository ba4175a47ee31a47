import { AppError } from '@outreach/errors';

/** Nobody waits any more for what would begin now. */
export function tooLate(): AppError {
  return new AppError('deadline', 'The request took too long; try again.');
}
