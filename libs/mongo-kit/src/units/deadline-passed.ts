import { AppError } from '@outreach/errors';

/** The deadline of the call has passed before its work began. */
export function deadlinePassed(): AppError {
  return new AppError('deadline', 'The request took too long; try again.');
}
