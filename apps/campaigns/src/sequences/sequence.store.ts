import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import { searchTerms, searchTokens } from '@outreach/values';
import type { Connection, Model } from 'mongoose';
import type { SequenceStore } from './ports.ts';
import { WINNER_DEFAULTS, type Sequence, type SequenceContent, type Step, type Winner } from './sequence.ts';

/** Steps that were stored without settings have the defaults. */
type StepDocument = Omit<Step, 'winner'> & { readonly winner?: Partial<Winner> };

type SequenceDocument = Omit<Sequence, 'id' | 'steps'> & {
  readonly _id: string;
  /** The words for search. */
  readonly tokens: readonly string[];
  readonly steps: readonly StepDocument[];
  /** Size of the steps as JSON. */
  readonly steps_bytes?: number;
  /** Incremented by each transaction that relies on the sequence, so that a concurrent change conflicts with it. */
  readonly holds?: number;
};

interface VersionDocument extends Omit<SequenceContent, 'id' | 'steps'> {
  readonly steps: readonly StepDocument[];
  /** `<sequence id>:<version>` */
  readonly _id: string;
  readonly workspace_id: string;
  readonly sequence_id: string;
  /** Null for a version that sends name; it stays. */
  readonly replaced_at: Date | null;
}

/** Steps of one page together; with larger sequences a page is shorter. */
const PAGE_BYTES_MAX = 8 * 1_024 * 1_024;
/** Longer than a worker keeps a version in memory that it is about to use. */
const VERSION_KEPT_S = 7 * 24 * 60 * 60;

const copy = { subject: String, body_html: String, body_text: String };
const variant = { _id: false, id: String, label: String, ...copy, weight: Number, is_active: Boolean };
const step = {
  _id: false,
  id: String,
  step_number: Number,
  step_type: String,
  delay_value: Number,
  delay_unit: String,
  thread_mode: String,
  ...copy,
  variants: [variant],
  winner: {
    _id: false,
    mode: String,
    metric: String,
    min_sends: Number,
    confidence: Number,
    decided_at: Date,
    variant_id: String,
  },
};

const schema = tenantSchema<SequenceDocument>(
  {
    _id: String,
    name: String,
    tokens: [String],
    description: String,
    status: String,
    version: Number,
    steps: [step],
    steps_bytes: Number,
    holds: Number,
    created_at: Date,
    updated_at: Date,
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ workspace_id: 1, name: 1 }, { name: 'by_name' }],
    [{ workspace_id: 1, tokens: 1, created_at: 1, _id: 1 }, { name: 'by_token' }],
  ],
);

const versionSchema = tenantSchema<VersionDocument>(
  {
    _id: String,
    sequence_id: { type: String, required: true },
    version: { type: Number, required: true },
    steps: [step],
    replaced_at: Date,
  },
  // MongoDB removes the expired versions of all workspaces.
  [[{ replaced_at: 1 }, { name: 'expiry', expireAfterSeconds: VERSION_KEPT_S }]],
);

export function createSequenceStore(connection: Connection, cursors: Cursors): SequenceStore {
  const sequences: Model<SequenceDocument> = defineModel(connection, 'sequences', schema);
  const versions: Model<VersionDocument> = defineModel(connection, 'sequence_versions', versionSchema);
  const findById = async (id: string): Promise<Sequence | undefined> => {
    const found = await sequences.findOne({ _id: id }).lean<SequenceDocument>();
    return found === null ? undefined : fromDocument(found);
  };
  return {
    findById,
    findVersion: async (id, version) => findVersion({ sequences, versions }, id, version),
    versionsOf: async (ids) => {
      const filter = { _id: { $in: [...ids] } };
      const found = await sequences
        .find(filter, { version: 1 })
        .lean<Pick<SequenceDocument, '_id' | 'version'>[]>();
      return new Map(found.map(({ _id, version }) => [_id, version]));
    },
    hold: async (id) => {
      const { matchedCount } = await sequences.updateOne({ _id: id }, { $inc: { holds: 1 } });
      return matchedCount === 1;
    },
    list: async (page, search) => listPage({ sequences, cursors, page, words: searchTerms(search ?? '') }),
    insert: async ({ id, ...rest }) => {
      await sequences.insertMany([{ _id: id, ...rest, ...derive(rest) }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...rest }) => {
      await sequences.updateOne({ _id: id }, { $set: { ...rest, ...derive(rest) } });
    },
    keepVersion: async ({ id, version, steps }, replacedAt) => {
      const row = { sequence_id: id, version, steps, replaced_at: replacedAt };
      await versions.updateOne({ _id: versionId(id, version) }, { $setOnInsert: row }, { upsert: true });
    },
    keepUsed: async ({ id, version, steps }) => {
      const _id = versionId(id, version);
      if ((await versions.exists({ _id, replaced_at: null })) !== null) return;
      const row = { sequence_id: id, version, steps };
      await versions.updateOne({ _id }, { $set: { replaced_at: null }, $setOnInsert: row }, { upsert: true });
    },
    remove: async (id) => {
      await sequences.deleteOne({ _id: id });
      await versions.deleteMany({ sequence_id: id, replaced_at: { $type: 'date' } });
    },
    usedNames: async (names) => {
      const found = await sequences.find({ name: { $in: names } }, { name: 1 }).lean<{ name: string }[]>();
      return new Set(found.map(({ name }) => name));
    },
  };
}

const versionId = (id: string, version: number): string => `${id}:${version}`;

/** Fields derived from the sequence at every write. */
function derive({ name, steps }: Pick<Sequence, 'name' | 'steps'>): {
  tokens: string[];
  steps_bytes: number;
} {
  return { tokens: searchTokens([name]), steps_bytes: Buffer.byteLength(JSON.stringify(steps)) };
}

async function findVersion(
  {
    sequences,
    versions,
  }: { readonly sequences: Model<SequenceDocument>; readonly versions: Model<VersionDocument> },
  id: string,
  version: number,
): Promise<SequenceContent | undefined> {
  const current = await sequences.findOne({ _id: id, version }).lean<SequenceDocument>();
  if (current !== null) return { id, version, steps: current.steps.map(toStep) };
  const kept = await versions.findOne({ _id: versionId(id, version) }).lean<VersionDocument>();
  return kept === null ? undefined : { id, version, steps: kept.steps.map(toStep) };
}

interface ListQuery {
  readonly sequences: Model<SequenceDocument>;
  readonly cursors: Cursors;
  readonly page: PageRequest;
  readonly words: readonly string[];
}

/** Reads the sizes first, so that the steps of a page fit into the memory and the reply. */
async function listPage({ sequences, cursors, page, words }: ListQuery): Promise<PageOf<Sequence>> {
  const readSizes = async (pageSize: number): Promise<PageOf<SequenceDocument>> =>
    findPage(cursors, {
      model: sequences,
      list: 'sequences',
      words,
      projection: { steps: 0 },
      page: { ...page, pageSize },
      toItem: (document) => document,
    });
  const asked = await readSizes(page.pageSize);
  const fitting = countFitting(asked.items);
  const shown = fitting === asked.items.length ? asked : await readSizes(fitting);
  const ids = shown.items.map(({ _id }) => _id);
  const found = await sequences.find({ _id: { $in: ids } }, { steps: 1 }).lean<SequenceDocument[]>();
  const stepsOf = new Map(found.map(({ _id, steps }) => [_id, steps]));
  const items = shown.items.map((one) => fromDocument({ ...one, steps: stepsOf.get(one._id) ?? [] }));
  return { ...shown, items };
}

/** At least one. */
function countFitting(documents: readonly SequenceDocument[]): number {
  let bytes = 0;
  const count = documents.findIndex(({ steps_bytes: own = 0 }) => (bytes += own) > PAGE_BYTES_MAX);
  return count === -1 ? documents.length : Math.max(count, 1);
}

function fromDocument({ _id, tokens, steps_bytes, holds, ...rest }: SequenceDocument): Sequence {
  return { id: _id, ...rest, steps: rest.steps.map(toStep) };
}

function toStep(step: StepDocument): Step {
  return { ...step, winner: { ...WINNER_DEFAULTS, ...step.winner } };
}
