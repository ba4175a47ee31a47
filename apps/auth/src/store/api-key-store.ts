import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, runAsSystem, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import type { ApiKey } from '../domain/model.ts';
import type { ApiKeyStore } from '../domain/ports.ts';

type KeyDocument = Omit<ApiKey, 'id' | 'former'> & {
  readonly _id: string;
  /** Absent in documents of before keys could be rotated. */
  readonly former?: ApiKey['former'];
};

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
  },
  [
    [{ key_sha256: 1 }, { unique: true }],
    [{ 'former.key_sha256': 1 }, { partialFilterExpression: { 'former.key_sha256': { $exists: true } } }],
    [{ workspace_id: 1, created_at: 1, _id: 1 }],
    [{ workspace_id: 1, revoked_at: 1, expires_at: 1 }],
  ],
);

export function createApiKeyStore(connection: Connection, cursors: Cursors): ApiKeyStore {
  const keys: Model<KeyDocument> = defineModel(connection, 'api_keys', schema);
  return {
    ...lookUp(keys),
    findById: async (id) => toKey(await keys.findOne({ _id: id }).lean<KeyDocument>()),
    countLive: async (now) =>
      keys.countDocuments({ revoked_at: null, $or: [{ expires_at: null }, { expires_at: { $gt: now } }] }),
    insert: async ({ id, ...members }) => {
      await keys.insertMany([{ _id: id, ...copied(members) }], { lean: true });
    },
    update: async ({ id, workspace_id, created_at, last_used_at, ...changeable }) => {
      await keys.updateOne({ _id: id }, { $set: copied(changeable) });
    },
    list: async ({ includeRevoked, ...page }) =>
      findPage(cursors, {
        model: keys,
        list: 'api-keys',
        filter: includeRevoked ? {} : { revoked_at: null },
        asked: String(includeRevoked),
        page,
        toItem: fromDocument,
      }),
  };
}

/** Past the tenant wall: whoever asks knows a key or its id, and not yet its workspace. */
function lookUp(keys: Model<KeyDocument>): Pick<ApiKeyStore, 'findByDigest' | 'findAnywhere' | 'noteUse'> {
  return {
    findByDigest: async (sha256) =>
      runAsSystem('a key is looked up before its workspace is known', async () =>
        toKey(
          await keys
            .findOne({ $or: [{ key_sha256: sha256 }, { 'former.key_sha256': sha256 }] })
            .lean<KeyDocument>(),
        ),
      ),
    findAnywhere: async (id) =>
      runAsSystem('the operator knows a key by its id alone', async () =>
        toKey(await keys.findOne({ _id: id }).lean<KeyDocument>()),
      ),
    noteUse: async (id, at) => {
      await runAsSystem('a use is noted before the workspace of the call is known', async () =>
        keys.updateOne(
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

function fromDocument({ _id, former = [], ...members }: KeyDocument): ApiKey {
  return { id: _id, former, ...members };
}

/** The driver takes no readonly lists. */
function copied<Members extends Pick<ApiKey, 'scopes' | 'former'>>(members: Members) {
  return { ...members, scopes: [...members.scopes], former: [...members.former] };
}
