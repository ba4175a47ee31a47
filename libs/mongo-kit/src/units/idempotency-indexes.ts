import type { IndexDescription } from 'mongodb';
import type { Connection } from 'mongoose';
import { missingIndexes } from '../connection/indexes.ts';

export const IDEMPOTENCY_COLLECTION = 'idempotency';
/**
 * Leases of runs that take longer than their first one. They are not in the record: the transaction of a run could not
 * commit its outcome there after a renewal.
 */
export const RENEWALS_COLLECTION = 'idempotency_renewals';

const INDEXES: Readonly<Record<string, readonly IndexDescription[]>> = {
  [RENEWALS_COLLECTION]: [{ key: { lease_until: 1 }, expireAfterSeconds: 0 }],
  [IDEMPOTENCY_COLLECTION]: [
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { about: 1 }, sparse: true },
  ],
};

export async function createIdempotencyIndexes(connection: Connection): Promise<void> {
  for (const [name, indexes] of Object.entries(INDEXES))
    await connection.collection(name).createIndexes([...indexes]);
}

/** Indexes that the database does not have, as `collection.index`. */
export async function missingIdempotencyIndexes(connection: Connection): Promise<readonly string[]> {
  const missing = await Promise.all(
    Object.entries(INDEXES).map(async ([name, indexes]) => missingIndexes(connection, name, indexes)),
  );
  return missing.flat();
}
