import { bytesOf, defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { Endpoint, EndpointSettings } from './endpoint.ts';
import type { EndpointDirectory, EndpointStore } from './ports.ts';

/** Deleted endpoints are removed together with the last of their deliveries. */
const DELETED_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** Header names may contain dots and dollar signs, so they are stored as values, not as field names. */
interface EndpointDocument extends Omit<Endpoint, 'id' | 'custom_headers'> {
  readonly _id: string;
  readonly custom_headers: readonly (readonly [name: string, value: string])[];
  /** Counts the transactions that held deliveries of the endpoint. */
  readonly hold_count?: number;
}

const schema = tenantSchema<EndpointDocument>(
  {
    _id: String,
    name: String,
    url: String,
    active: Boolean,
    event_subscriptions: [String],
    custom_headers: [[String]],
    sealed_secret: Buffer,
    signing_secret_preview: String,
    secret_version: Number,
    created_at: Date,
    updated_at: Date,
    deleted_at: { type: Date, default: null },
    version: Number,
    hold_count: Number,
  },
  [
    [{ workspace_id: 1, deleted_at: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ deleted_at: 1 }, { name: 'retention', expireAfterSeconds: DELETED_RETENTION_SECONDS }],
  ],
);

/** The settings of an endpoint in one version, for the requests that used them. */
interface VersionDocument extends Pick<EndpointDocument, 'name' | 'url' | 'custom_headers'> {
  /** `<endpoint id>:<version>` */
  readonly _id: string;
  readonly workspace_id: string;
  /** Null for the version in use. */
  readonly replaced_at: Date | null;
}

const versionSchema = tenantSchema<VersionDocument>(
  {
    _id: String,
    name: String,
    url: String,
    custom_headers: [[String]],
    replaced_at: { type: Date, default: null },
  },
  // MongoDB removes the expired versions of all workspaces.
  [[{ replaced_at: 1 }, { name: 'retention', expireAfterSeconds: DELETED_RETENTION_SECONDS }]],
);

interface Models {
  readonly documents: Model<EndpointDocument>;
  readonly versions: Model<VersionDocument>;
}

export interface EndpointStores {
  readonly endpoints: EndpointStore;
  readonly directory: EndpointDirectory;
}

export function createEndpointStores(connection: Connection): EndpointStores {
  const documents: Model<EndpointDocument> = defineModel(connection, 'endpoints', schema);
  const versions: Model<VersionDocument> = defineModel(connection, 'endpoint_versions', versionSchema);
  return {
    endpoints: createEndpointStore({ documents, versions }),
    directory: createEndpointDirectory(documents),
  };
}

function createEndpointStore({ documents, versions }: Models): EndpointStore {
  return {
    insert: async (endpoint) => {
      await documents.insertMany([toDocument(endpoint)], { lean: true });
      await versions.insertMany([toVersion(endpoint)], { lean: true });
    },
    find: async (id) => findOne(documents, { _id: id, deleted_at: null }),
    findWithDeleted: async (id) => findOne(documents, { _id: id }),
    findVersion: async (id, version) => {
      const found = await versions.findOne({ _id: versionId(id, version) }).lean<VersionDocument>();
      return found === null ? undefined : toSettings(found);
    },
    list: async () => {
      const found = await documents
        .find({ deleted_at: null })
        .sort({ created_at: 1, _id: 1 })
        .lean<EndpointDocument[]>();
      return found.map(fromDocument);
    },
    save: async (endpoint, expectedVersion) => {
      const { _id, workspace_id: _unchanged, ...changes } = toDocument(endpoint);
      const saved = await documents.updateOne({ _id, version: expectedVersion }, { $set: changes });
      if (saved.matchedCount !== 1) return false;
      const replaced = { $set: { replaced_at: endpoint.updated_at } };
      await versions.updateOne({ _id: versionId(_id, expectedVersion) }, replaced);
      await versions.insertMany([toVersion(endpoint)], { lean: true });
      return true;
    },
  };
}

const versionId = (id: string, version: number): string => `${id}:${version}`;

function toVersion(endpoint: Endpoint): VersionDocument {
  const { id, version, workspace_id, name, url, custom_headers, deleted_at } = endpoint;
  const settings = { name, url, custom_headers: Object.entries(custom_headers) };
  return { _id: versionId(id, version), workspace_id, ...settings, replaced_at: deleted_at };
}

function toSettings({ name, url, custom_headers }: VersionDocument): EndpointSettings {
  return { name, url, custom_headers: Object.fromEntries(custom_headers) };
}

function createEndpointDirectory(documents: Model<EndpointDocument>): EndpointDirectory {
  return {
    findAnywhere: async (ids) =>
      runAsSystem('workers call endpoints of all workspaces', async () => {
        const found = await documents.find({ _id: { $in: [...ids] } }).lean<EndpointDocument[]>();
        return new Map(found.map((document) => [document._id, fromDocument(document)]));
      }),
    confirmPaused: async (ids) =>
      runAsSystem('workers hold deliveries of all workspaces', async () => {
        const paused = { _id: { $in: [...ids] }, active: false, deleted_at: null };
        // The write makes the transaction conflict with every other change of the endpoint.
        await documents.updateMany(paused, { $inc: { hold_count: 1 } });
        const found = await documents.find(paused, { _id: 1 }).lean<{ readonly _id: string }[]>();
        return new Set(found.map(({ _id }) => _id));
      }),
    listOfWorkspaces: async (workspaceIds) => {
      const filter = { workspace_id: { $in: [...workspaceIds] }, deleted_at: null };
      return (await documents.find(filter).lean<EndpointDocument[]>()).map(fromDocument);
    },
    listIds: async (workspaceId) => documents.distinct('_id', { workspace_id: workspaceId }),
  };
}

async function findOne(
  documents: Model<EndpointDocument>,
  filter: { _id: string; deleted_at?: null },
): Promise<Endpoint | undefined> {
  const document = await documents.findOne(filter).lean<EndpointDocument>();
  return document === null ? undefined : fromDocument(document);
}

function fromDocument({
  _id,
  custom_headers,
  sealed_secret,
  hold_count: _holds,
  ...endpoint
}: EndpointDocument): Endpoint {
  return {
    id: _id,
    ...endpoint,
    custom_headers: Object.fromEntries(custom_headers),
    sealed_secret: bytesOf(sealed_secret),
  };
}

function toDocument({ id, custom_headers, sealed_secret, ...endpoint }: Endpoint): EndpointDocument {
  return {
    _id: id,
    ...endpoint,
    custom_headers: Object.entries(custom_headers),
    sealed_secret: Buffer.from(sealed_secret),
  };
}
