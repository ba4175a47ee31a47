import type { Binary } from 'mongodb';
import type { Connection } from 'mongoose';
import type { Logger } from '@outreach/service-kit';
import type { Sealer } from './sealer.ts';
import { runAsSystem } from '../tenancy/tenant-guard.ts';

/** Records read, and sealed again, together. */
const BATCH_RECORDS_MAX = 500;
const POSITIONS = 'sealing_positions';

/** Fields of a collection whose values are sealed, as paths such as `smtp.sealed_password`. */
export interface SealedFields {
  readonly collection: string;
  readonly fields: readonly string[];
}

/** Sealed fields of every service: stored replies. */
export const SEALED_REPLIES: SealedFields = { collection: 'idempotency', fields: ['outcome', 'effect'] };

/** The sealed records of a service. */
export interface SealedRecords {
  /** Counts the records of a collection with a value under a previous key. */
  countPrevious(table: SealedFields): Promise<number>;
  /**
   * Seals the values of a collection that are under a previous key again. It continues at its stored position. Returns
   * the number of changed records. A value that was changed meanwhile stays for the next call.
   */
  resealAll(table: SealedFields, signal: AbortSignal): Promise<number>;
}

export interface SealedRecordsOptions {
  readonly connection: Connection;
  readonly sealer: Sealer;
  readonly logger: Logger;
}

interface SealedRow {
  readonly _id: string;
}

interface PositionRow {
  readonly _id: string;
  readonly after: string;
}

export function createSealedRecords(options: SealedRecordsOptions): SealedRecords {
  return {
    countPrevious: async (table) =>
      runAsSystem('sealed records of all workspaces are counted', async () => countPrevious(options, table)),
    resealAll: async (table, signal) =>
      runAsSystem('records of all workspaces are sealed again by one job', async () =>
        resealAll(options, table, signal),
      ),
  };
}

async function countPrevious(options: SealedRecordsOptions, table: SealedFields): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const batch = await readBatch(options, table, after);
    const last = batch.at(-1);
    if (last === undefined) return count;
    count += batch.filter((row) => previousValues(row, table, options.sealer).length > 0).length;
    after = last._id;
  }
}

async function resealAll(
  options: SealedRecordsOptions,
  table: SealedFields,
  signal: AbortSignal,
): Promise<number> {
  const positions = options.connection.collection<PositionRow>(POSITIONS);
  const _id = table.collection;
  let { after } = (await positions.findOne({ _id })) ?? { after: '' };
  let changed = 0;
  while (!signal.aborted) {
    const batch = await readBatch(options, table, after);
    const last = batch.at(-1);
    if (last === undefined) {
      await positions.deleteOne({ _id });
      return changed;
    }
    changed += await resealBatch(options, table, batch);
    after = last._id;
    await positions.updateOne({ _id }, { $set: { after } }, { upsert: true });
  }
  return changed;
}

async function readBatch(
  { connection }: SealedRecordsOptions,
  { collection, fields }: SealedFields,
  after: string,
): Promise<readonly SealedRow[]> {
  return connection
    .collection<SealedRow>(collection)
    .find({ _id: { $gt: after } }, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
    .sort({ _id: 1 })
    .limit(BATCH_RECORDS_MAX)
    .toArray();
}

/** One update per record, which applies only if the values are still the same. */
async function resealBatch(
  { connection, sealer, logger }: SealedRecordsOptions,
  table: SealedFields,
  batch: readonly SealedRow[],
): Promise<number> {
  const updates = batch.flatMap((row) => {
    const values = previousValues(row, table, sealer);
    if (values.length === 0) return [];
    try {
      const same = Object.fromEntries(values.map(({ field, value }) => [field, value]));
      const sealed = Object.fromEntries(
        values.map(({ field, value }) => [field, sealer.seal(sealer.open(value.buffer))]),
      );
      return [{ updateOne: { filter: { _id: row._id, ...same }, update: { $set: sealed } } }];
    } catch (err) {
      logger.error({ collection: table.collection, id: row._id, err }, 'a sealed value cannot be opened');
      return [];
    }
  });
  if (updates.length === 0) return 0;
  const rows = connection.collection<SealedRow>(table.collection);
  return (await rows.bulkWrite(updates, { ordered: false })).modifiedCount;
}

interface SealedValue {
  readonly field: string;
  readonly value: Binary;
}

/** The values of a record that are not under the current key. */
function previousValues(
  row: object,
  { fields }: SealedFields,
  sealer: Pick<Sealer, 'isCurrent'>,
): readonly SealedValue[] {
  return fields.flatMap((field) => {
    const value = valueAt(row, field);
    return value === undefined || sealer.isCurrent(value.buffer) ? [] : [{ field, value }];
  });
}

/** The sealed bytes at a path; undefined for an absent, null or empty value. */
function valueAt(record: object, path: string): Binary | undefined {
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return isBinary(value) && value.length() > 0 ? value : undefined;
}

function isBinary(value: unknown): value is Binary {
  return typeof value === 'object' && value !== null && Reflect.get(value, '_bsontype') === 'Binary';
}
