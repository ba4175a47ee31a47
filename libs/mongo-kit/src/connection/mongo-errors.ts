import { MongoError, MongoErrorLabel, MongoServerError } from 'mongodb';

/** Error code of a write that a unique index refused. */
export const DUPLICATE_KEY = 11_000;
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const MAX_TIME_MS_EXPIRED = 50;

/** True when a unique index refused a write, also within a bulk write. */
export function isDuplicateKey(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && thrown.code === DUPLICATE_KEY;
}

/** True when the collection or index of a command does not exist. */
export function isAbsent(thrown: unknown): boolean {
  if (!(thrown instanceof MongoServerError)) return false;
  return thrown.code === NAMESPACE_NOT_FOUND || thrown.code === INDEX_NOT_FOUND;
}

/** True when a command failed because of the connection or the state of the servers, not because of its content. */
export function isConnectionFailure(thrown: unknown): boolean {
  if (!(thrown instanceof MongoError)) return false;
  if (!(thrown instanceof MongoServerError)) return true;
  return (
    thrown.hasErrorLabel(MongoErrorLabel.TransientTransactionError) ||
    thrown.hasErrorLabel(MongoErrorLabel.RetryableWriteError)
  );
}

/** True when the server stopped an operation at its maxTimeMS. */
export function isTimeUp(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && thrown.code === MAX_TIME_MS_EXPIRED;
}
