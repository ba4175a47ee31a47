import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { defineModel, oneOf, systemSchema, tenantSchema, type UnitReads } from '@outreach/mongo-kit';
import { findPage } from '@outreach/mongo-kit/paging';
import type { SuppressionStore } from './ports.ts';
import { isStronger, keyOf, type SuppressedTarget, type Suppression } from './suppression.ts';

const SHORT_LIST_MAX = 500;

type SuppressionDocument = Omit<Suppression, 'id'> & { readonly _id: string; readonly key: string };
type GlobalDocument = Omit<SuppressionDocument, 'workspace_id'>;

const fields = {
  _id: String,
  key: { type: String, required: true },
  type: { type: String, required: true },
  value: { type: String, required: true },
  reason: { type: String, required: true },
  source: String,
  campaign_id: String,
  contact_id: String,
  created_at: Date,
  updated_at: Date,
};

const ownSchema = tenantSchema<SuppressionDocument>(fields, [
  [{ workspace_id: 1, key: 1 }, { unique: true }],
  [{ workspace_id: 1, created_at: 1, _id: 1 }],
  [
    { workspace_id: 1, contact_id: 1 },
    { name: 'of_contact', partialFilterExpression: { contact_id: { $type: 'string' } } },
  ],
]);

/** Keys of one command. */
const PART_KEYS_MAX = 10_000;
const PART_CHARACTERS_MAX = 1_048_576;

const globalSchema = systemSchema<GlobalDocument>(fields, [[{ key: 1 }, { unique: true }]]);

/** The workspace's suppressions, and the global suppressions, which belong to no workspace. */
export function createSuppressionStore({ mongo, cursors, units }: ServiceBase): SuppressionStore {
  const { connection } = mongo;
  const own: Model<SuppressionDocument> = defineModel(connection, 'suppressions', ownSchema);
  const global: Model<GlobalDocument> = defineModel(connection, 'global_suppressions', globalSchema);
  return {
    ...readsByKeys(units.reads, own, global),
    findById: async (id) => {
      const document = await own.findOne({ _id: id }).lean<SuppressionDocument>();
      return document === null ? undefined : fromDocument(document);
    },
    insert: async (suppressions) => {
      await own.insertMany(suppressions.map(toDocument), { lean: true });
    },
    hashAddress: async (address, digest) => {
      await hashIn(own, address, digest);
      await hashIn(global, address, digest);
    },
    saveReasons: async (suppressions) => {
      if (suppressions.length === 0) return;
      await own.bulkWrite(
        suppressions.map(({ id, reason, updated_at }) => ({
          updateOne: { filter: { _id: id }, update: { $set: { reason, updated_at } } },
        })),
        { ordered: false },
      );
    },
    remove: async (id) => {
      await own.deleteOne({ _id: id });
    },
    list: async (page) => findPage(cursors, { model: own, list: 'suppressions', page, toItem: fromDocument }),
    findGlobal: async (key) => firstGlobal(await global.find({ key }).lean<GlobalDocument[]>()),
    findGlobalById: async (id) => firstGlobal(await global.find({ _id: id }).lean<GlobalDocument[]>()),
    ofContact: async (contactId) =>
      (await own.find({ contact_id: contactId }).lean<SuppressionDocument[]>()).map(fromDocument),
    insertGlobal: async (suppression) => {
      const { workspace_id, ...document } = toDocument(suppression);
      await global.insertMany([document], { lean: true });
    },
  };
}

/** One lookup is the set of keys of some addresses and their domains. */
const BY_KEYS = {
  filterOf: (sets: readonly ReadonlySet<string>[]) => ({
    key: oneOf([...new Set(sets.flatMap((set) => [...set]))]),
  }),
  answers: ({ key }: { readonly key: string }, wanted: ReadonlySet<string>) => wanted.has(key),
};

function readsByKeys(
  reads: UnitReads,
  own: Model<SuppressionDocument>,
  global: Model<GlobalDocument>,
): Pick<SuppressionStore, 'findOwnByKeys' | 'findByKeys'> {
  const ownByKeys = finderIn(reads, own);
  const globalByKeys = finderIn(reads, global);
  const findOwnByKeys = async (keys: readonly string[]): Promise<Suppression[]> =>
    (await ownByKeys(keys)).map(fromDocument);
  return {
    findOwnByKeys,
    findByKeys: async (keys) => {
      const [everywhere, here] = await reads.both(
        async () => globalByKeys(keys),
        async () => findOwnByKeys(keys),
      );
      return [...everywhere.map(fromGlobal), ...here];
    },
  };
}

/** A batch has thousands of keys: a short list of suppressions is read as a whole instead. */
function finderIn<Row extends GlobalDocument>(
  reads: UnitReads,
  model: Model<Row>,
): (keys: readonly string[]) => Promise<readonly Row[]> {
  const byKeys = reads.keyed<ReadonlySet<string>, Row>({ model, ...BY_KEYS });
  return async (keys) => {
    const wanted = new Set(keys);
    if (wanted.size <= SHORT_LIST_MAX) return byKeys(wanted);
    const first = await model
      .find()
      .limit(SHORT_LIST_MAX + 1)
      .lean<Row[]>();
    if (first.length <= SHORT_LIST_MAX) return first.filter(({ key }) => wanted.has(key));
    const found: Row[] = [];
    for (const part of inParts(wanted)) found.push(...(await byKeys(part)));
    return found;
  };
}

/** An address with many labels has a key for each domain above it, so 1,000 addresses can have 16 MB of keys. */
function* inParts(keys: ReadonlySet<string>): Generator<ReadonlySet<string>, void, undefined> {
  let part = new Set<string>();
  let characters = 0;
  for (const key of keys) {
    if (part.size === PART_KEYS_MAX || (part.size > 0 && characters + key.length > PART_CHARACTERS_MAX)) {
      yield part;
      part = new Set();
      characters = 0;
    }
    part.add(key);
    characters += key.length;
  }
  yield part;
}

/** Deletes the suppression of the address if its digest is suppressed already; the stronger reason stays. */
async function hashIn<Row extends GlobalDocument>(
  rows: Model<Row>,
  address: SuppressedTarget,
  digest: SuppressedTarget,
): Promise<void> {
  const named = { key: keyOf(address) };
  const hashed = { key: keyOf(digest) };
  const [plain, kept] = [
    await rows.findOne(named).lean<GlobalDocument>(),
    await rows.findOne(hashed).lean<GlobalDocument>(),
  ];
  if (plain === null) return;
  if (kept === null) {
    await rows.updateOne(named, { $set: { ...hashed, value: digest.value, contact_id: null } });
    return;
  }
  await rows.deleteOne(named);
  if (!isStronger(plain.reason, kept.reason)) return;
  const updated_at = plain.updated_at ?? plain.created_at;
  await rows.updateOne(hashed, { $set: { reason: plain.reason, updated_at } });
}

function toDocument({ id, ...rest }: Suppression): SuppressionDocument {
  return { _id: id, key: keyOf(rest), ...rest };
}

function fromDocument({ _id, key, ...rest }: SuppressionDocument): Suppression {
  return { id: _id, ...rest };
}

function fromGlobal(document: GlobalDocument): Suppression {
  return fromDocument({ ...document, workspace_id: '' });
}

function firstGlobal([document]: readonly GlobalDocument[]): Suppression | undefined {
  return document === undefined ? undefined : fromGlobal(document);
}
