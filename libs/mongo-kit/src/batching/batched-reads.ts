import type { ClientSession, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { guardedWorkspace, isGuarded, runAsSystem, type Guarded } from '../tenancy/tenant-guard.ts';
import { currentSession } from '../units/open-unit.ts';
import { approximateSize } from './approximate-size.ts';
import { createRequestBatcher } from './request-batcher.ts';

/** A read of one collection by keys. */
export interface KeyedRead<Key, Row> {
  readonly model: Guarded & { readonly collection: { readonly collectionName: string } };
  /** The filter for any of the keys. The workspace of each request is added. */
  filterOf(keys: readonly Key[]): Document;
  /** True when the row belongs to the result for the key. */
  answers(row: Row, key: Key): boolean;
  /** The index to use, where the command allows an index hint. */
  readonly hint?: string;
  /** Fields that are not read. */
  readonly without?: readonly string[];
}

/** Reads by key; concurrent calls share a database command for them. */
export interface UnitReads {
  /**
   * Returns a function that reads the rows of one key. Outside a transaction it shares its command with concurrent
   * reads of this and other collections; in a transaction it reads alone.
   */
  keyed<Key, Row extends object>(read: KeyedRead<Key, Row>): (key: Key) => Promise<readonly Row[]>;
  /** Runs two reads concurrently, or one after the other in a transaction, which allows no concurrency. */
  both<One, Other>(one: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]>;
}

/** The requests of a batch for one collection. */
interface CollectionRead {
  readonly collection: string;
  readonly filter: Document;
  readonly hint: string | undefined;
  readonly without: readonly string[];
  /** The same requests, each as a read of its own. */
  split(): readonly CollectionRead[];
  resolve(rows: readonly Document[]): void;
  reject(thrown: unknown): void;
}

/** One request of one call. */
interface Request {
  readonly bytes: number;
  /** All requests of the same `keyed` read in a batch form one read. */
  readonly read: object;
  toCollectionRead(requests: readonly Request[]): CollectionRead;
}

interface KeyRequest<Key, Row> {
  readonly key: Key;
  /** Undefined for collections without a tenant guard. */
  readonly workspaceId: string | undefined;
  readonly end: Pick<PromiseWithResolvers<readonly Row[]>, 'resolve' | 'reject'>;
}

/** Limit for the keys of one request: a command has at most 16 MiB. */
const KEY_BYTES_MAX = 8_388_608;

/** A request with more keys reads alone, so that it does not delay the requests of other calls. */
const SHARED_KEY_BYTES_MAX = 65_536;

/** Marks the rows of each collection in the result of a union. */
const SOURCE_FIELD = '~source';

export function createUnitReads(connection: Connection): UnitReads {
  const batcher = createRequestBatcher<Request>({
    sizeOf: ({ bytes }) => bytes,
    run: async (batch) => readAll(connection, toCollectionReads(batch)),
  });
  return {
    keyed: <Key, Row extends object>(read: KeyedRead<Key, Row>) => {
      const byRequest = new WeakMap<Request, KeyRequest<Key, Row>>();
      return async (key: Key): Promise<readonly Row[]> => {
        const workspaceId = isGuarded(read.model) ? guardedWorkspace({}) : undefined;
        const { promise, ...end } = Promise.withResolvers<readonly Row[]>();
        const keyRequest = { key, workspaceId, end };
        const session = currentSession();
        // Work that spans workspaces has no workspace to select its rows by, so it reads alone.
        const isOfSystem = isGuarded(read.model) && workspaceId === undefined;
        const bytes = approximateSize(key);
        const isAlone = session !== undefined || isOfSystem || bytes > SHARED_KEY_BYTES_MAX;
        if (bytes > KEY_BYTES_MAX) throw new Error(`A key of ${bytes} bytes must be read in parts.`);
        const request: Request = {
          bytes,
          read,
          toCollectionRead: (requests) =>
            collectionReadOf(
              read,
              requests.flatMap((one) => byRequest.get(one) ?? []),
            ),
        };
        byRequest.set(request, keyRequest);
        if (isAlone || !batcher.add(request))
          await readAlone(connection, collectionReadOf(read, [keyRequest]), session);
        return promise;
      };
    },
    both: async (one, other) =>
      currentSession() === undefined ? Promise.all([one(), other()]) : [await one(), await other()],
  };
}

function toCollectionReads(batch: readonly Request[]): readonly CollectionRead[] {
  return [...Map.groupBy(batch, ({ read }) => read).values()].flatMap(
    (requests) => requests[0]?.toCollectionRead(requests) ?? [],
  );
}

function collectionReadOf<Key, Row extends object>(
  read: KeyedRead<Key, Row>,
  requests: readonly KeyRequest<Key, Row>[],
): CollectionRead {
  return {
    collection: read.model.collection.collectionName,
    filter: filterOf(read, requests),
    hint: read.hint,
    without: read.without ?? [],
    split: () => requests.map((request) => collectionReadOf(read, [request])),
    resolve: (documents) => {
      // The schema of the collection gives the type of its documents, as in every other read.
      const rows = documents as readonly (Row & { readonly workspace_id?: unknown })[];
      for (const { key, workspaceId, end } of requests) {
        const own = rows.filter((row) => workspaceId === undefined || row.workspace_id === workspaceId);
        end.resolve(own.filter((row) => read.answers(row, key)));
      }
    },
    reject: (thrown) => {
      for (const { end } of requests) end.reject(thrown);
    },
  };
}

/** Each workspace is combined with its own keys only. */
function filterOf<Key, Row>(read: KeyedRead<Key, Row>, requests: readonly KeyRequest<Key, Row>[]): Document {
  const byWorkspace = Map.groupBy(requests, ({ workspaceId }) => workspaceId);
  const [first = {}, ...others] = [...byWorkspace].map(([workspaceId, own]) => ({
    ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }),
    ...read.filterOf(own.map(({ key }) => key)),
  }));
  return others.length === 0 ? first : { $or: [first, ...others] };
}

/** A condition that any of the values meets. */
export function oneOf<Value>(values: readonly Value[]): Value | { readonly $in: readonly Value[] } {
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : { $in: values };
}

/** Reads all collections with one command. When it fails, each request is read alone and fails alone. */
async function readAll(connection: Connection, reads: readonly CollectionRead[]): Promise<void> {
  await runAsSystem(
    'a batch reads for several workspaces and returns to each call its own rows only',
    async () => {
      try {
        await readTogether(connection, [...reads].sort(hintedFirst));
      } catch {
        const alone = reads.flatMap((read) => read.split());
        await Promise.all(alone.map(async (read) => readAlone(connection, read)));
      }
    },
  );
}

async function readTogether(connection: Connection, reads: readonly CollectionRead[]): Promise<void> {
  const [first, ...others] = reads;
  if (first === undefined) return;
  if (others.length === 0) first.resolve(await find(connection, first));
  else await readUnion(connection, first, others);
}

function hintedFirst(one: CollectionRead, other: CollectionRead): number {
  return Number(one.hint === undefined) - Number(other.hint === undefined);
}

async function readAlone(
  connection: Connection,
  read: CollectionRead,
  session?: ClientSession,
): Promise<void> {
  try {
    read.resolve(await find(connection, read, session));
  } catch (thrown) {
    read.reject(thrown);
  }
}

async function find(
  connection: Connection,
  { collection, filter, hint, without }: CollectionRead,
  session?: ClientSession,
): Promise<readonly Document[]> {
  const projection = Object.fromEntries(without.map((path) => [path, 0]));
  const options = { ...hinted(hint), projection, ...(session && { session }) };
  return connection.collection(collection).find(filter, options).toArray();
}

async function readUnion(
  connection: Connection,
  first: CollectionRead,
  others: readonly CollectionRead[],
): Promise<void> {
  const reads = [first, ...others];
  const [base = [], ...pipelines] = reads.map(({ filter, without }, index): Document[] => [
    { $match: filter },
    ...(without.length === 0 ? [] : [{ $unset: without }]),
    { $set: { [SOURCE_FIELD]: index } },
  ]);
  const unions = others.map(({ collection }, index) => ({
    $unionWith: { coll: collection, pipeline: pipelines[index] ?? [] },
  }));
  const command = connection.collection(first.collection).aggregate([...base, ...unions], hinted(first.hint));
  const rows = Map.groupBy(await command.toArray(), (row): unknown => row[SOURCE_FIELD]);
  reads.forEach((read, index) => {
    read.resolve((rows.get(index) ?? []).map(({ [SOURCE_FIELD]: _source, ...row }) => row));
  });
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
