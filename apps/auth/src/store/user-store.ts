import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { User } from '../domain/model.ts';
import type { UserStore } from '../domain/ports.ts';

type UserDocument = Omit<User, 'id'> & { readonly _id: string; readonly username_key: string };

const schema = tenantSchema<UserDocument>(
  {
    _id: String,
    username: { type: String, required: true },
    username_key: { type: String, required: true },
    email: String,
    role: { type: String, required: true },
    scopes: [String],
    is_active: Boolean,
    password_hash: { type: String, required: true },
    tokens_valid_from: Date,
    created_at: Date,
  },
  [[{ username_key: 1 }, { unique: true }], [{ workspace_id: 1, created_at: 1, _id: 1 }]],
);

const REASON = 'a user is looked up before the workspace of the call is known';

export function createUserStore(connection: Connection): UserStore {
  const users: Model<UserDocument> = defineModel(connection, 'users', schema);
  const find = async (filter: Partial<UserDocument>): Promise<User | undefined> =>
    runAsSystem(REASON, async () => toUser(await users.findOne(filter).lean<UserDocument>()));
  return {
    findByUsername: async (username) => find({ username_key: username.toLowerCase() }),
    findById: async (id) => find({ _id: id }),
    insert: async (user) => {
      const { id, ...members } = user;
      const document = { _id: id, ...members, username_key: user.username.toLowerCase() };
      await runAsSystem('the operator names the workspace', async () =>
        users.insertMany([document], { lean: true }),
      );
    },
  };
}

function toUser(document: UserDocument | null): User | undefined {
  if (document === null) return undefined;
  const { _id, username_key, ...members } = document;
  return { id: _id, ...members };
}
