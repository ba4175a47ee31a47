import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { RefreshTokenStore } from './ports.ts';
import type { RefreshToken } from './refresh-token.ts';

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

/** Refresh tokens of all workspaces by their digest, which a caller has only with the token itself. */
export function createRefreshTokenStore(connection: Connection): RefreshTokenStore {
  const tokens: Model<TokenDocument> = defineModel(connection, 'refresh_tokens', schema);
  return {
    findById: async (id) => {
      const document = await tokens.findOne({ _id: id }).lean<TokenDocument>();
      if (document === null) return undefined;
      const { _id, ...token } = document;
      return { id: _id, ...token };
    },
    insert: async ({ id, ...token }) => {
      await tokens.insertMany([{ _id: id, ...token }], { lean: true });
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
