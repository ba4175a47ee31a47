import {
  MongoBulkWriteError,
  MongoError,
  type Collection,
  type Document,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { DUPLICATE_KEY } from '../connection/mongo-errors.ts';
import { approximateSize } from './approximate-size.ts';
import { createRequestBatcher } from './request-batcher.ts';

interface Waiting<Row> {
  readonly row: OptionalUnlessRequiredId<Row>;
  readonly end: PromiseWithResolvers<boolean>;
}

/**
 * Inserts single rows; concurrent inserts share a command. Resolves with false where a unique index refuses the row. One
 * bad row fails no other one.
 * @throws the error of the command when it is unknown whether the row was inserted.
 */
export function createBatchedInserts<Row extends Document>(rows: () => Collection<Row>) {
  const batcher = createRequestBatcher<Waiting<Row>>({
    sizeOf: ({ row }) => approximateSize(row),
    run: async (batch) => insertBatch(rows(), batch),
  });
  return async (row: OptionalUnlessRequiredId<Row>): Promise<boolean> => {
    const waiting = { row, end: Promise.withResolvers<boolean>() };
    if (!batcher.add(waiting)) await insertBatch(rows(), [waiting]);
    return waiting.end.promise;
  };
}

async function insertBatch<Row extends Document>(
  collection: Collection<Row>,
  batch: readonly Waiting<Row>[],
): Promise<void> {
  try {
    const errors = await insertRows(collection, batch);
    batch.forEach(({ end }, index) => {
      const error = errors.get(index);
      if (error === undefined) end.resolve(true);
      else if (error.code === DUPLICATE_KEY) end.resolve(false);
      else end.reject(error.cause);
    });
  } catch (thrown) {
    // An error that is not from the server means that nothing was sent: a row that BSON cannot hold, for example.
    if (thrown instanceof MongoError || batch.length === 1) for (const { end } of batch) end.reject(thrown);
    else for (const one of batch) await insertBatch(collection, [one]);
  }
}

/** The errors of single rows, by index. @throws when the command failed as a whole. */
async function insertRows<Row extends Document>(
  collection: Collection<Row>,
  batch: readonly Waiting<Row>[],
): Promise<ReadonlyMap<number, { readonly code: number; readonly cause: Error }>> {
  try {
    await collection.insertMany(
      batch.map(({ row }) => row),
      { ordered: false },
    );
    return new Map();
  } catch (thrown) {
    if (!(thrown instanceof MongoBulkWriteError)) throw thrown;
    const errors = [thrown.writeErrors].flat();
    if (errors.length === 0 || thrown.result.getWriteConcernError() !== undefined) throw thrown;
    return new Map(errors.map(({ index, code }) => [index, { code, cause: thrown }]));
  }
}
