import type { Model } from 'mongoose';
import { tenantSchema } from '@outreach/mongo-kit';
import type { Endpoint } from '../domain/endpoint.ts';
import type { EndpointStore } from '../domain/ports.ts';

/** Deleted endpoints go with the last of their deliveries. */
const DELETED_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** Header names may hold dots and dollar signs, so they are no member names here. */
export interface EndpointRow extends Omit<Endpoint, 'id' | 'custom_headers'> {
  readonly _id: string;
  readonly custom_headers: readonly (readonly [name: string, value: string])[];
}

export const endpointSchema = tenantSchema<EndpointRow>(
  {
    _id: String,
    name: String,
    url: String,
    active: Boolean,
    event_subscriptions: [String],
    custom_headers: [[String]],
    sealed_secret: Buffer,
    signing_secret_preview: String,
    created_at: Date,
    updated_at: Date,
    deleted_at: { type: Date, default: null },
    version: Number,
  },
  [
    [{ workspace_id: 1, deleted_at: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ deleted_at: 1 }, { name: 'retention', expireAfterSeconds: DELETED_RETENTION_SECONDS }],
  ],
);

export function createEndpointStore(rows: Model<EndpointRow>): EndpointStore {
  const findOne = async (filter: { _id: string; deleted_at?: null }): Promise<Endpoint | undefined> => {
    const row = await rows.findOne(filter).lean<EndpointRow>();
    return row === null ? undefined : fromRow(row);
  };
  return {
    insert: async (endpoint) => {
      await rows.insertMany([toRow(endpoint)], { lean: true });
    },
    find: async (id) => findOne({ _id: id, deleted_at: null }),
    findEvenDeleted: async (id) => findOne({ _id: id }),
    list: async () => {
      const found = await rows
        .find({ deleted_at: null })
        .sort({ created_at: 1, _id: 1 })
        .lean<EndpointRow[]>();
      return found.map(fromRow);
    },
    save: async (endpoint, expectedVersion) => {
      const { _id, workspace_id: _unchanged, ...changes } = toRow(endpoint);
      const saved = await rows.updateOne({ _id, version: expectedVersion }, { $set: changes });
      return saved.matchedCount === 1;
    },
  };
}

export function fromRow({ _id, custom_headers, sealed_secret, ...row }: EndpointRow): Endpoint {
  return {
    id: _id,
    ...row,
    custom_headers: Object.fromEntries(custom_headers),
    sealed_secret: bytesOf(sealed_secret),
  };
}

function toRow({ id, custom_headers, sealed_secret, ...endpoint }: Endpoint): EndpointRow {
  return {
    _id: id,
    ...endpoint,
    custom_headers: Object.entries(custom_headers),
    sealed_secret: Buffer.from(sealed_secret),
  };
}

/** The driver hands binary members back in a wrapper of its own. */
function bytesOf(value: Uint8Array | { readonly buffer: Uint8Array }): Uint8Array {
  return value instanceof Uint8Array ? value : value.buffer;
}
