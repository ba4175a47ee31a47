import { defineModel, isDuplicateKey, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { NewId } from '@outreach/service-kit';
import type { EndpointHealth, HealthChange, HealthStore } from './ports.ts';

/** A lost write leaves a slightly older health, so the acknowledgement of one replica is enough. */
const ONE_REPLICA = { writeConcern: { w: 1 } } as const;

interface HealthDocument extends Omit<EndpointHealth, 'endpointId' | 'workspaceId'> {
  /** Id of the endpoint. */
  readonly _id: string;
  readonly workspace_id: string;
  /** Token of the command that has stored it. */
  readonly saved_by?: string;
}

const schema = tenantSchema<HealthDocument>({
  _id: String,
  status: String,
  successes_in_a_row: Number,
  failures_in_a_row: Number,
  degraded_while_quiet: Boolean,
  failing_since: { type: Number, default: null },
  minutes: [{ _id: false, at: Number, attempts: Number, failures: Number }],
  cleared_at: { type: Number, default: null },
  last_delivery_at: { type: Date, default: null },
  version: Number,
  saved_by: String,
});

export function createHealthStore(connection: Connection, ids: NewId): HealthStore {
  const documents: Model<HealthDocument> = defineModel(connection, 'endpoint_health', schema);
  return {
    find: async (endpointIds) => {
      const found = await documents.find({ _id: { $in: [...endpointIds] } }).lean<HealthDocument[]>();
      return new Map(found.map((document) => [document._id, fromDocument(document)]));
    },
    insert: async (health) => {
      try {
        await documents.insertMany([toDocument(health)], { lean: true });
        return true;
      } catch (err) {
        if (isDuplicateKey(err)) return false;
        throw err;
      }
    },
    insertIfAbsent: async (health) => {
      const { _id, workspace_id, ...$setOnInsert } = toDocument(health);
      await documents.updateOne({ _id, workspace_id }, { $setOnInsert }, { upsert: true });
    },
    reset: async ({ id, workspace_id }, state) => {
      const $setOnInsert = { last_delivery_at: null };
      const update = { $set: state, $inc: { version: 1 }, $setOnInsert };
      await documents.updateOne({ _id: id, workspace_id }, update, { upsert: true });
    },
    saveAll: async (changes) => saveAll(documents, changes, ids('save')),
    saveInUnit: async (health, expectedVersion) => {
      const { filter, update } = toUpdate({ health, expectedVersion });
      const saved = await documents.updateOne(filter, update);
      return saved.matchedCount === 1;
    },
  };
}

async function saveAll(
  documents: Model<HealthDocument>,
  changes: readonly HealthChange[],
  savedBy: string,
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set();
  const updates = changes.map((change) => ({ updateOne: toUpdate(change, savedBy) }));
  const { matchedCount } = await documents.bulkWrite(updates, { ordered: false, ...ONE_REPLICA });
  if (matchedCount === changes.length) return new Set();
  const wanted = changes.map(({ health }) => health.endpointId);
  const saved = await documents
    .find({ _id: { $in: wanted }, saved_by: savedBy }, { _id: 1 })
    .lean<Pick<HealthDocument, '_id'>[]>();
  const known = new Set(saved.map(({ _id }) => _id));
  return new Set(wanted.filter((id) => !known.has(id)));
}

function toUpdate({ health, expectedVersion }: HealthChange, saved_by?: string) {
  const { _id, workspace_id, ...state } = toDocument(health);
  const $set = saved_by === undefined ? state : { ...state, saved_by };
  return { filter: { _id, workspace_id, version: expectedVersion }, update: { $set } };
}

function fromDocument({ _id, workspace_id, saved_by: _token, ...health }: HealthDocument): EndpointHealth {
  return { endpointId: _id, workspaceId: workspace_id, ...health, cleared_at: health.cleared_at ?? null };
}

function toDocument({ endpointId, workspaceId, ...health }: EndpointHealth): HealthDocument {
  return { _id: endpointId, workspace_id: workspaceId, ...health };
}
