import { MongoServerError } from 'mongodb';

const MAX_TIME_MS_EXPIRED = 50;

/** True when a command was given up because of its `maxTimeMS`. */
export function isOverTime(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && thrown.code === MAX_TIME_MS_EXPIRED;
}
