import { OutreachError } from '@outreach/client';

const NOT_FOUND = 404;

/** The error of a second factor that cannot be turned off, in words that fit: a 404 means that it is off. */
export function noFactorError(error: Error | null): Error | null {
  const isOff = error instanceof OutreachError && error.status === NOT_FOUND;
  return isOff ? new Error('The second factor is off.') : error;
}
