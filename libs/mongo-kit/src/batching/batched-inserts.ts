import { MongoBulkWriteError, type Collection, type Document, type OptionalUnlessRequiredId } from 'mongodb';
import { createGatherer } from './request-batcher.ts';
import { DUPLICATE_KEY } from '../connection/mongo-errors.ts';

interface Waiting<Row> {
  readonly row: OptionalUnlessRequiredId<Row>;
  readonly end: PromiseWithResolvers<boolean>;
}

/**
 * Inserts that are asked for at one moment, as one command, each for itself: false where a unique index refused the row.
 * @throws what the command threw, when nobody knows which rows are there.
 */
export function createGatheredInserts<Row extends Document>(rows: () => Collection<Row>) {
  const insertAll = async (batch: readonly Waiting<Row>[]): Promise<void> => {
    try {
      const refused = await insertMany(
        rows(),
        batch.map(({ row }) => row),
      );
      batch.forEach(({ end }, index) => {
        end.resolve(!refused.has(index));
      });
    } catch (thrown) {
      for (const { end } of batch) end.reject(thrown);
    }
  };
  const gatherer = createGatherer(insertAll);
  return async (row: OptionalUnlessRequiredId<Row>): Promise<boolean> => {
    const waiting = { row, end: Promise.withResolvers<boolean>() };
    if (!gatherer.add(waiting)) await insertAll([waiting]);
    return waiting.end.promise;
  };
}

/** The places of the rows that are not there because another one was. */
async function insertMany<Row extends Document>(
  collection: Collection<Row>,
  rows: readonly OptionalUnlessRequiredId<Row>[],
): Promise<ReadonlySet<number>> {
  try {
    await collection.insertMany(rows, { ordered: false });
    return new Set();
  } catch (thrown) {
    if (!(thrown instanceof MongoBulkWriteError)) throw thrown;
    const errors = [thrown.writeErrors].flat();
    const isRefusal = errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
    if (!isRefusal || thrown.result.getWriteConcernError() !== undefined) throw thrown;
    return new Set(errors.map(({ index }) => index));
  }
}
