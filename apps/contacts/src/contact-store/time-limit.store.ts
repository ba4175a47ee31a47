import { MongoServerError } from 'mongodb';

const MAX_TIME_MS_EXPIRED = 50;

/** True when MongoDB stopped a command because of its `maxTimeMS`. */
export function isTimeLimitError(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && thrown.code === MAX_TIME_MS_EXPIRED;
}
