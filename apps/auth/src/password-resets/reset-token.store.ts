import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { ResetTokenStore } from './ports.ts';
import type { ResetToken } from './reset-token.ts';

type TokenDocument = Omit<ResetToken, 'id'> & { readonly _id: string };

const required = (type: unknown): object => ({ type, required: true });

const schema = systemSchema<TokenDocument>(
  {
    _id: String,
    user_id: required(String),
    workspace_id: required(String),
    bound_to: required(String),
    expires_at: required(Date),
  },
  [[{ user_id: 1 }], [{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
);

/** Tokens of all workspaces by their digest, which a caller has only with the token itself. */
export function createResetTokenStore(connection: Connection): ResetTokenStore {
  const tokens: Model<TokenDocument> = defineModel(connection, 'reset_tokens', schema);
  return {
    insert: async ({ id, ...token }) => {
      await tokens.insertMany([{ _id: id, ...token }], { lean: true });
    },
    findById: async (id) => {
      const document = await tokens.findOne({ _id: id }).lean<TokenDocument>();
      if (document === null) return undefined;
      const { _id, ...token } = document;
      return { id: _id, ...token };
    },
    removeOfUser: async (userId) => {
      const found = await tokens.find({ user_id: userId }, { _id: 1 }).lean<Pick<TokenDocument, '_id'>[]>();
      await tokens.deleteMany({ user_id: userId });
      return found.map(({ _id }) => _id);
    },
  };
}
