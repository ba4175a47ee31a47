import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import type { Members, UserDirectory, UserStore } from './ports.ts';
import type { User } from './user.ts';

type UserDocument = Omit<User, 'id'> & {
  readonly _id: string;
  readonly username_key: string;
  readonly turn?: number;
};

/** Compares without regard to case. */
const ANY_CASE = { locale: 'en', strength: 2 } as const;

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
    turn: Number,
    version: Number,
  },
  [
    [{ username_key: 1 }, { unique: true }],
    [{ workspace_id: 1, created_at: 1, _id: 1 }],
    [
      { workspace_id: 1, email: 1 },
      { name: 'by_email', collation: ANY_CASE },
    ],
  ],
);

const REASON = 'a user is looked up before the workspace of the call is known';

export interface UserStores {
  readonly directory: UserDirectory;
  readonly users: UserStore & Members;
}

export function createUserStores(connection: Connection, cursors: Cursors): UserStores {
  const documents: Model<UserDocument> = defineModel(connection, 'users', schema);
  return { directory: createUserDirectory(documents), users: createUserStore(documents, cursors) };
}

function createUserDirectory(documents: Model<UserDocument>): UserDirectory {
  const find = async (filter: Partial<UserDocument>): Promise<User | undefined> =>
    runAsSystem(REASON, async () => toUser(await documents.findOne(filter).lean<UserDocument>()));
  return {
    findByUsername: async (username) => find({ username_key: username.toLowerCase() }),
    findById: async (id) => find({ _id: id }),
    insert: async ({ id, ...user }) => {
      const document = { _id: id, ...user, username_key: user.username.toLowerCase() };
      await runAsSystem('an operator names the workspace of a new user', async () =>
        documents.insertMany([document], { lean: true }),
      );
    },
    // Concurrent transactions that write the same document conflict, and the later one runs again.
    lock: async (id) =>
      runAsSystem(REASON, async () =>
        toUser(await documents.findOneAndUpdate({ _id: id }, { $inc: { turn: 1 } }).lean<UserDocument>()),
      ),
  };
}

function createUserStore(documents: Model<UserDocument>, cursors: Cursors): UserStore & Members {
  return {
    findOwn: async (id) => toUser(await documents.findOne({ _id: id }).lean<UserDocument>()),
    list: async (page) => findPage(cursors, { model: documents, list: 'users', page, toItem: fromDocument }),
    update: async ({ id, workspace_id: _workspace, username: _name, created_at: _created, ...changes }) => {
      await documents.updateOne({ _id: id }, { $set: { ...changes, scopes: [...changes.scopes] } });
    },
    remove: async (id) => {
      await documents.deleteOne({ _id: id });
    },
    countActiveOwners: async () => documents.countDocuments({ role: 'owner', is_active: true }),
    hasAddress: async (address) => {
      const byName = await documents.exists({ username_key: address.toLowerCase() });
      const byEmail = byName ?? (await documents.exists({ email: address }).collation(ANY_CASE));
      return byEmail !== null;
    },
  };
}

function toUser(document: UserDocument | null): User | undefined {
  return document === null ? undefined : fromDocument(document);
}

function fromDocument({ _id, username_key: _key, turn: _turn, ...user }: UserDocument): User {
  return { id: _id, ...user };
}
