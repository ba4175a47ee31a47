import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import type { Members, SharedEmail, UserDirectory, UserStore } from './ports.ts';
import { emailKey } from './unique-email.ts';
import type { User } from './user.ts';

type UserDocument = Omit<User, 'id'> & {
  readonly _id: string;
  readonly username_key: string;
  readonly email_key: string | null;
  readonly turn?: number;
};

const FOUND_BY_EMAIL_MAX = 2;
const SHARED_EMAILS_MAX = 1_000;

const schema = tenantSchema<UserDocument>(
  {
    _id: String,
    username: { type: String, required: true },
    username_key: { type: String, required: true },
    email: String,
    email_key: { type: String, default: null },
    unique_email: { type: String, default: null },
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
    [{ email_key: 1 }, { name: 'by_email' }],
    [{ unique_email: 1 }, { unique: true, partialFilterExpression: { unique_email: { $type: 'string' } } }],
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
    findActiveByEmail: async (key) =>
      runAsSystem(REASON, async () => {
        const filter = { email_key: key, is_active: true };
        const found = await documents.find(filter).limit(FOUND_BY_EMAIL_MAX).lean<UserDocument[]>();
        return found.map(fromDocument);
      }),
    listSharedEmails: async () => runAsSystem(REASON, async () => listShared(documents)),
    insert: async ({ id, ...user }) => {
      const document = { _id: id, ...user, ...keysOf(user), username_key: user.username.toLowerCase() };
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
      const fields = { ...changes, ...keysOf(changes), scopes: [...changes.scopes] };
      await documents.updateOne({ _id: id }, { $set: fields });
    },
    remove: async (id) => {
      await documents.deleteOne({ _id: id });
    },
    countActiveOwners: async () => documents.countDocuments({ role: 'owner', is_active: true }),
    hasAddress: async (address) => {
      const byName = await documents.exists({ username_key: address.toLowerCase() });
      const byEmail = byName ?? (await documents.exists({ email_key: emailKey(address) }));
      return byEmail !== null;
    },
  };
}

function toUser(document: UserDocument | null): User | undefined {
  return document === null ? undefined : fromDocument(document);
}

function fromDocument(document: UserDocument): User {
  const { _id, username_key: _username, email_key: _email, turn: _turn, ...user } = document;
  return { id: _id, ...user };
}

function keysOf({ email }: Pick<User, 'email'>): Pick<UserDocument, 'email_key'> {
  return { email_key: email === null ? null : emailKey(email) };
}

async function listShared(documents: Model<UserDocument>): Promise<readonly SharedEmail[]> {
  const user = { id: '$_id', workspace_id: '$workspace_id', username: '$username' };
  return documents.aggregate<SharedEmail>([
    { $match: { email_key: { $type: 'string' }, is_active: true } },
    { $group: { _id: '$email_key', users: { $push: user } } },
    { $match: { 'users.1': { $exists: true } } },
    { $sort: { _id: 1 } },
    { $limit: SHARED_EMAILS_MAX },
    { $project: { _id: 0, email: '$_id', users: 1 } },
  ]);
}
