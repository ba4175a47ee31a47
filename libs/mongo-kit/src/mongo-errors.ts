import { MongoServerError } from 'mongodb';

const DUPLICATE_KEY = 11_000;

/** True when a unique index refused a write; alone or as part of a bulk write. */
export function isDuplicateKey(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && thrown.code === DUPLICATE_KEY;
}
