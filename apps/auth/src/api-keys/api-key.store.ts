import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import type { ApiKey } from './api-key.ts';
import type { ApiKeyDirectory, ApiKeyStore } from './ports.ts';

type KeyDocument = Omit<ApiKey, 'id'> & { readonly _id: string };

const schema = tenantSchema<KeyDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    key_sha256: { type: String, required: true },
    key_preview: String,
    former: [{ _id: false, key_sha256: String, valid_until: Date }],
    scopes: [String],
    rate_limit_per_minute: Number,
    expires_at: Date,
    last_used_at: Date,
    created_at: Date,
    revoked_at: Date,
    version: Number,
  },
  [
    [{ key_sha256: 1 }, { unique: true }],
    [{ 'former.key_sha256': 1 }, { partialFilterExpression: { 'former.key_sha256': { $exists: true } } }],
    [{ workspace_id: 1, created_at: 1, _id: 1 }],
    [{ workspace_id: 1, revoked_at: 1, expires_at: 1 }],
  ],
);

export interface ApiKeyStores {
  readonly keys: ApiKeyStore;
  readonly directory: ApiKeyDirectory;
}

export function createApiKeyStores(connection: Connection, cursors: Cursors): ApiKeyStores {
  const documents: Model<KeyDocument> = defineModel(connection, 'api_keys', schema);
  return { keys: createApiKeyStore(documents, cursors), directory: createApiKeyDirectory(documents) };
}

function createApiKeyStore(documents: Model<KeyDocument>, cursors: Cursors): ApiKeyStore {
  return {
    findById: async (id) => toKey(await documents.findOne({ _id: id }).lean<KeyDocument>()),
    countLive: async (now) =>
      documents.countDocuments({
        revoked_at: null,
        $or: [{ expires_at: null }, { expires_at: { $gt: now } }],
      }),
    insert: async ({ id, ...key }) => {
      await documents.insertMany([{ _id: id, ...withMutableLists(key) }], { lean: true });
    },
    update: async ({
      id,
      workspace_id: _workspace,
      created_at: _created,
      last_used_at: _used,
      ...changes
    }) => {
      await documents.updateOne({ _id: id }, { $set: withMutableLists(changes) });
    },
    list: async ({ includeRevoked, ...page }) =>
      findPage(cursors, {
        model: documents,
        list: 'api-keys',
        filter: includeRevoked ? {} : { revoked_at: null },
        asked: String(includeRevoked),
        page,
        toItem: fromDocument,
      }),
  };
}

function createApiKeyDirectory(documents: Model<KeyDocument>): ApiKeyDirectory {
  return {
    findByDigest: async (sha256) =>
      runAsSystem('a key is looked up before its workspace is known', async () =>
        toKey(
          await documents
            .findOne({ $or: [{ key_sha256: sha256 }, { 'former.key_sha256': sha256 }] })
            .lean<KeyDocument>(),
        ),
      ),
    findAnywhere: async (id) =>
      runAsSystem('an operator, or work on behalf of a key, names it by its id only', async () =>
        toKey(await documents.findOne({ _id: id }).lean<KeyDocument>()),
      ),
    recordUse: async (id, at) => {
      await runAsSystem('a use is recorded before the workspace of the call is known', async () =>
        documents.updateOne(
          { _id: id },
          { $set: { last_used_at: at } },
          { writeConcern: { w: 1, journal: false } },
        ),
      );
    },
  };
}

function toKey(document: KeyDocument | null): ApiKey | undefined {
  return document === null ? undefined : fromDocument(document);
}

function fromDocument({ _id, ...key }: KeyDocument): ApiKey {
  return { id: _id, ...key };
}

/** The types of the driver do not accept readonly lists. */
function withMutableLists<Fields extends Pick<ApiKey, 'scopes' | 'former'>>(fields: Fields) {
  return { ...fields, scopes: [...fields.scopes], former: [...fields.former] };
}
