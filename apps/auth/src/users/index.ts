import type { ServiceBase } from '@outreach/app-kit';
import type { Origin } from '../audit-log/index.ts';
import type { AuthFeature } from '../methods/index.ts';
import { draftUser, type NewUser, type UserDraft } from './draft-user.ts';
import { createPasswordSlots } from './password-slots.store.ts';
import { createPasswords } from './passwords.ts';
import { insertDraft, type DraftOfWorkspace } from './operator-users.ts';
import { replacePassword, type NewPassword } from './manage-users.ts';
import type { Members, Passwords, UserDirectory, UserPorts } from './ports.ts';
import { createUserStores } from './user.store.ts';
import type { User } from './user.ts';
import { userCommands } from './users.admin.ts';
import { userMethods } from './users.rpc.ts';

export { checkPassword, checkUsername, parseEmail, parseRole } from './draft-user.ts';
export type { UserDraft } from './draft-user.ts';
export type { Members, Passwords, UserDirectory } from './ports.ts';
export { emailKey } from './unique-email.ts';
export { requireRank } from './user-rank.ts';
export { scopesOf } from './user.ts';
export type { User } from './user.ts';

export interface Users extends AuthFeature {
  readonly directory: UserDirectory;
  readonly passwords: Passwords;
  readonly members: Members;
  /** A user of the current call's workspace. */
  readonly findOwn: (id: string) => Promise<User | undefined>;
  /** Checks the input and makes a user that has no workspace yet. @throws AppError invalid_argument. */
  readonly draft: (input: NewUser) => Promise<UserDraft>;
  /** Part of a transaction. @throws AppError conflict when the username, or an email that must be unique, is taken. */
  readonly insert: (origin: Origin, input: DraftOfWorkspace) => Promise<User>;
  /** Part of a transaction in the workspace of the user: all its tokens end. */
  readonly replacePassword: (origin: Origin, input: NewPassword) => Promise<void>;
}

/** Users of workspaces, their roles, scopes and passwords. */
export function createUsers(
  base: ServiceBase,
  needs: Omit<UserPorts, 'users' | 'passwords' | 'clock' | 'newId' | 'unitOfWork'>,
): Users {
  const { clock, ids: newId } = base;
  const { unitOfWork } = base.units;
  const { directory, users: own } = createUserStores(base.mongo.connection, base.cursors);
  const passwords = createPasswords(createPasswordSlots(clock));
  const ports = { ...needs, users: { ...directory, ...own }, passwords, clock, newId, unitOfWork };
  return {
    name: 'users',
    methods: userMethods(ports),
    admin: userCommands(ports),
    directory,
    passwords,
    members: own,
    findOwn: own.findOwn,
    draft: async (input) => draftUser(ports, input),
    insert: async (origin, input) => insertDraft(ports, origin, input),
    replacePassword: async (origin, input) => replacePassword(ports, origin, input),
  };
}
