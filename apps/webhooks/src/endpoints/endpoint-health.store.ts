import { defineModel, isDuplicateKey, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { EndpointHealth, HealthStore } from './ports.ts';

/** A lost write leaves a slightly older health, so the acknowledgement of one replica is enough. */
const ONE_REPLICA = { writeConcern: { w: 1 } } as const;

interface HealthDocument extends Omit<EndpointHealth, 'endpointId' | 'workspaceId'> {
  /** Id of the endpoint. */
  readonly _id: string;
  readonly workspace_id: string;
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
});

export function createHealthStore(connection: Connection): HealthStore {
  const documents: Model<HealthDocument> = defineModel(connection, 'endpoint_health', schema);
  const save = async (
    health: EndpointHealth,
    expectedVersion: number,
    options: typeof ONE_REPLICA | object,
  ): Promise<boolean> => {
    const { _id, workspace_id: _unchanged, ...changes } = toDocument(health);
    const saved = await documents.updateOne({ _id, version: expectedVersion }, { $set: changes }, options);
    return saved.matchedCount === 1;
  };
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
    save: async (health, expectedVersion) => save(health, expectedVersion, ONE_REPLICA),
    saveInUnit: async (health, expectedVersion) => save(health, expectedVersion, {}),
  };
}

function fromDocument({ _id, workspace_id, ...health }: HealthDocument): EndpointHealth {
  return { endpointId: _id, workspaceId: workspace_id, ...health, cleared_at: health.cleared_at ?? null };
}

function toDocument({ endpointId, workspaceId, ...health }: EndpointHealth): HealthDocument {
  return { _id: endpointId, workspace_id: workspaceId, ...health };
}
