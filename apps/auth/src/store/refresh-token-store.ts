import type { Connection, Model } from 'mongoose';
import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { RefreshToken } from '../domain/model.ts';
import type { RefreshTokenStore } from '../domain/ports.ts';

type TokenDocument = Omit<RefreshToken, 'id'> & { readonly _id: string };

const schema = systemSchema<TokenDocument>(
  {
    _id: String,
    family_id: { type: String, required: true },
    parent_id: String,
    user_id: { type: String, required: true },
    workspace_id: { type: String, required: true },
    state: { type: String, required: true },
    rotated_at: Date,
    idle_expires_at: Date,
    family_expires_at: Date,
  },
  [
    [{ family_id: 1 }],
    [{ parent_id: 1, state: 1 }],
    [{ user_id: 1 }],
    [{ family_expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
);

/** Refresh tokens by their digest; whoever presents one has shown more than a workspace's name. */
export function createRefreshTokenStore(connection: Connection): RefreshTokenStore {
  const tokens: Model<TokenDocument> = defineModel(connection, 'refresh_tokens', schema);
  return {
    findById: async (id) => {
      const document = await tokens.findOne({ _id: id }).lean<TokenDocument>();
      if (document === null) return undefined;
      const { _id, ...members } = document;
      return { id: _id, ...members };
    },
    insert: async ({ id, ...members }) => {
      await tokens.insertMany([{ _id: id, ...members }], { lean: true });
    },
    markRotated: async (id, at) => {
      await tokens.updateOne({ _id: id }, { $set: { state: 'rotated', rotated_at: at } });
    },
    retireSiblings: async (parentId, exceptId) => {
      await tokens.updateMany(
        { parent_id: parentId, state: 'live', _id: { $ne: exceptId } },
        { $set: { state: 'retired' } },
      );
    },
    hasRotatedChild: async (id) => (await tokens.exists({ parent_id: id, state: 'rotated' })) !== null,
    removeFamily: async (familyId) => {
      await tokens.deleteMany({ family_id: familyId });
    },
    removeOfUser: async (userId) => {
      await tokens.deleteMany({ user_id: userId });
    },
  };
}
