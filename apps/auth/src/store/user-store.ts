import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, runAsSystem, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { User } from '../domain/model.ts';
import type { UserStore } from '../domain/ports.ts';

type UserDocument = Omit<User, 'id'> & {
  readonly _id: string;
  readonly username_key: string;
  readonly turn?: number;
};

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
  },
  [[{ username_key: 1 }, { unique: true }], [{ workspace_id: 1, created_at: 1, _id: 1 }]],
);

/** Writing to the document makes two units that hold it collide, and the later one run again. */
const TURN = { $inc: { turn: 1 } };

const REASON = 'a user is looked up before the workspace of the call is known';

export function createUserStore(connection: Connection, cursors: Cursors): UserStore {
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
    lock: async (id) =>
      runAsSystem(REASON, async () =>
        toUser(await users.findOneAndUpdate({ _id: id }, TURN).lean<UserDocument>()),
      ),
    ...ownUsers(users, cursors),
  };
}

/** Those of the current call's workspace. */
function ownUsers(users: Model<UserDocument>, cursors: Cursors) {
  return {
    findOwn: async (id: string) => toUser(await users.findOne({ _id: id }).lean<UserDocument>()),
    list: async (page: PageRequest): Promise<PageOf<User>> =>
      findPage(cursors, { model: users, list: 'users', page, toItem: fromDocument }),
    update: async ({ id, workspace_id, username, created_at, ...changeable }: User) => {
      await users.updateOne({ _id: id }, { $set: { ...changeable, scopes: [...changeable.scopes] } });
    },
    remove: async (id: string) => {
      await users.deleteOne({ _id: id });
    },
    countActiveOwners: async () => users.countDocuments({ role: 'owner', is_active: true }),
  };
}

function toUser(document: UserDocument | null): User | undefined {
  return document === null ? undefined : fromDocument(document);
}

function fromDocument({ _id, username_key, turn, ...members }: UserDocument): User {
  return { id: _id, ...members };
}
