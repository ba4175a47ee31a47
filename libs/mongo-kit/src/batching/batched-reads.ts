import type { ClientSession, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { createGatherer } from './request-batcher.ts';
import type { OpenUnits } from '../units/open-unit.ts';
import { isWalled, runAsSystem, wallOf, type Walled } from '../tenancy/tenant-guard.ts';

/** A read of one collection by keys. */
export interface KeyedRead<Key, Row> {
  readonly model: Walled & { readonly collection: { readonly collectionName: string } };
  /** Finds what any of the keys asks for, of any workspace: those of the askers are added, and nobody gets more than his. */
  filterOf(keys: readonly Key[]): Document;
  /** True when the row belongs to the answer for the key. */
  answers(row: Row, key: Key): boolean;
  /** The index to use, where the command allows to name one. */
  readonly hint?: string;
  /** Members that are left out of what is read. */
  readonly without?: readonly string[];
}

/** Reads that many calls make at one moment, as one command to the database. */
export interface UnitReads {
  /**
   * A function that asks for the rows of one key. Outside a transaction it shares its command with whatever else is
   * asked at that moment, of this collection or of others; in one it asks by itself.
   */
  keyed<Key, Row extends object>(read: KeyedRead<Key, Row>): (key: Key) => Promise<readonly Row[]>;
  /** Makes two reads at once, or one after the other where a transaction allows no more. */
  both<One, Other>(one: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]>;
}

/** What is asked of one collection at one moment. */
interface Portion {
  readonly collection: string;
  readonly filter: Document;
  readonly hint: string | undefined;
  readonly without: readonly string[];
  answer(rows: readonly Document[]): void;
  fail(thrown: unknown): void;
}

/** One `keyed` read: it gives away what was asked of it since the last time. */
interface Source {
  take(): Portion;
}

interface Asked<Key, Row> {
  readonly key: Key;
  /** Undefined where there is no wall. */
  readonly workspaceId: string | undefined;
  readonly answer: Pick<PromiseWithResolvers<readonly Row[]>, 'resolve' | 'reject'>;
}

interface Owned {
  readonly workspace_id?: unknown;
}

/** Says of which portion a row of several collections is. */
const PORTION = '~portion';

export function createUnitReads(connection: Connection, open: OpenUnits): UnitReads {
  const gatherer = createGatherer<Source>(async (sources) => {
    const portions = [...new Set(sources)].map((source) => source.take());
    await readAll(connection, portions);
  });
  return {
    keyed: <Key, Row extends object>(read: KeyedRead<Key, Row>) => {
      const waiting: Asked<Key, Row>[] = [];
      const source: Source = { take: () => portionOf(read, waiting.splice(0)) };
      return async (key: Key): Promise<readonly Row[]> => {
        const workspaceId = isWalled(read.model) ? wallOf({}) : undefined;
        const { promise, ...answer } = Promise.withResolvers<readonly Row[]>();
        const asked = { key, workspaceId, answer };
        const session = open.ownSession();
        // System work is not bound to a workspace, so its rows could not be told from those of others.
        const isAlone = session !== undefined || (isWalled(read.model) && workspaceId === undefined);
        if (!isAlone && gatherer.add(source)) waiting.push(asked);
        else await readOne(connection, portionOf(read, [asked]), session);
        return promise;
      };
    },
    both: async (one, other) =>
      open.ownSession() === undefined ? Promise.all([one(), other()]) : [await one(), await other()],
  };
}

function portionOf<Key, Row extends object>(
  read: KeyedRead<Key, Row>,
  asked: readonly Asked<Key, Row>[],
): Portion {
  const workspaceIds = [...new Set(asked.flatMap(({ workspaceId }) => workspaceId ?? []))];
  const wall = workspaceIds.length === 0 ? {} : { workspace_id: oneOf(workspaceIds) };
  return {
    collection: read.model.collection.collectionName,
    filter: { ...wall, ...read.filterOf(asked.map(({ key }) => key)) },
    hint: read.hint,
    without: read.without ?? [],
    answer: (documents) => {
      // What a collection holds is what its schema says, as with every other read.
      const rows = documents as readonly (Row & Owned)[];
      for (const { key, workspaceId, answer } of asked) {
        const own = rows.filter((row) => workspaceId === undefined || row.workspace_id === workspaceId);
        answer.resolve(own.filter((row) => read.answers(row, key)));
      }
    },
    fail: (thrown) => {
      for (const { answer } of asked) answer.reject(thrown);
    },
  };
}

/** A condition that any of the values meets. */
export function oneOf<Value>(values: readonly Value[]): Value | { readonly $in: readonly Value[] } {
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : { $in: values };
}

async function readAll(connection: Connection, portions: readonly Portion[]): Promise<void> {
  const [first, ...others] = [...portions].sort(hintedFirst);
  if (first === undefined) return;
  await runAsSystem('calls of several workspaces read together, and each is handed its own rows alone', () =>
    others.length === 0 ? readOne(connection, first) : readUnion(connection, first, others),
  );
}

function hintedFirst(one: Portion, other: Portion): number {
  return Number(one.hint === undefined) - Number(other.hint === undefined);
}

async function readOne(connection: Connection, portion: Portion, session?: ClientSession): Promise<void> {
  const { collection, filter, hint, without } = portion;
  const projection = Object.fromEntries(without.map((path) => [path, 0]));
  const options = { ...hinted(hint), projection, ...(session && { session }) };
  try {
    portion.answer(await connection.collection(collection).find(filter, options).toArray());
  } catch (thrown) {
    portion.fail(thrown);
  }
}

async function readUnion(connection: Connection, first: Portion, others: readonly Portion[]): Promise<void> {
  const portions = [first, ...others];
  const [base = [], ...pipelines] = portions.map(({ filter, without }, index): Document[] => [
    { $match: filter },
    ...(without.length === 0 ? [] : [{ $unset: without }]),
    { $set: { [PORTION]: index } },
  ]);
  const unions = others.map(({ collection }, index) => ({
    $unionWith: { coll: collection, pipeline: pipelines[index] ?? [] },
  }));
  try {
    const command = connection
      .collection(first.collection)
      .aggregate([...base, ...unions], hinted(first.hint));
    const rows = Map.groupBy(await command.toArray(), (row): unknown => row[PORTION]);
    portions.forEach((portion, index) => {
      portion.answer((rows.get(index) ?? []).map(({ [PORTION]: _index, ...row }) => row));
    });
  } catch (thrown) {
    for (const portion of portions) portion.fail(thrown);
  }
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
