import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { WorkspaceStore } from '../workspaces/index.ts';
import type { User } from './user.ts';

export interface SharedEmail {
  readonly email: string;
  readonly users: readonly Pick<User, 'id' | 'workspace_id' | 'username'>[];
}

/** Users of all workspaces: a username is looked up before its workspace is known. */
export interface UserDirectory {
  findByUsername(username: string): Promise<User | undefined>;
  findById(id: string): Promise<User | undefined>;
  /** At most two of the active users whose email has this key: enough to see that there are several. */
  findActiveByEmail(key: string): Promise<readonly User[]>;
  /** The keys of emails that several active users have, with these users, for operators. At most 1,000 keys. */
  listSharedEmails(): Promise<readonly SharedEmail[]>;
  /**
   * A concurrent insert of the same username or unique email makes the transaction run again. It then finds the user
   * with that name or email.
   */
  insert(user: User): Promise<void>;
  /** The current state of a user. Transactions that lock or change the same user run one after another. */
  lock(id: string): Promise<User | undefined>;
}

/** Users of the current call's workspace. */
export interface UserStore {
  findOwn(id: string): Promise<User | undefined>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(page: PageRequest): Promise<PageOf<User>>;
  update(user: User): Promise<void>;
  remove(id: string): Promise<void>;
  countActiveOwners(): Promise<number>;
}

/** The people of the current call's workspace. */
export interface Members {
  /** True if a user has this email or this username, without regard to case. */
  hasAddress(address: string): Promise<boolean>;
}

/** Slow by design: argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time without a hash, and returns false then. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}

export interface UserPorts {
  readonly users: UserDirectory & UserStore;
  readonly workspaces: WorkspaceStore;
  readonly passwords: Passwords;
  /** `endAll` is part of a transaction: it deletes every refresh token of the user. */
  readonly sessions: { endAll(userId: string): Promise<void> };
  /** `remove` is part of a transaction: it returns false if the user has no second factor. */
  readonly secondFactors: { remove(userId: string): Promise<boolean> };
  /** True while the installation has an identity provider, which finds users by their emails. */
  readonly hasUniqueEmails: boolean;
  readonly audit: Audit;
  readonly changes: CredentialChanges;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
