import type { EventSink } from '@outreach/event-schema';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { ApiKey, AuditEntry, RefreshToken, User, Workspace } from './model.ts';

/** Users of all workspaces: a name is looked up before its workspace is known. */
export interface UserStore {
  findByUsername(username: string): Promise<User | undefined>;
  findById(id: string): Promise<User | undefined>;
  /** A username taken meanwhile makes the unit of work run again, which then finds its holder. */
  insert(user: User): Promise<void>;
  /** The user as it stands now; a unit that changes it meanwhile waits its turn, and so does this one. */
  lock(id: string): Promise<User | undefined>;
  /** In the current call's workspace, like all below. */
  findOwn(id: string): Promise<User | undefined>;
  list(query: PageRequest): Promise<PageOf<User>>;
  update(user: User): Promise<void>;
  remove(id: string): Promise<void>;
  countActiveOwners(): Promise<number>;
}

export interface WorkspaceStore {
  findById(id: string): Promise<Workspace | undefined>;
  insert(workspace: Workspace): Promise<void>;
  update(workspace: Workspace): Promise<void>;
  list(): Promise<readonly Workspace[]>;
  /** The agency of that name, made when it is new. */
  agencyIdOf(name: string): Promise<string>;
  /** Makes units of work that count something of the workspace run one after the other. */
  serialise(id: string): Promise<void>;
}

export interface ApiKeyStore {
  /** In any workspace; runs before the caller is known. */
  findByDigest(sha256: string): Promise<ApiKey | undefined>;
  /** In any workspace, for the operator. */
  findAnywhere(id: string): Promise<ApiKey | undefined>;
  /** In the current call's workspace, like all below. */
  findById(id: string): Promise<ApiKey | undefined>;
  countLive(now: Date): Promise<number>;
  insert(key: ApiKey): Promise<void>;
  update(key: ApiKey): Promise<void>;
  list(query: KeyQuery): Promise<PageOf<ApiKey>>;
  /** Notes the use without waiting for the disk. */
  noteUse(id: string, at: Date): Promise<void>;
}

export interface KeyQuery extends PageRequest {
  readonly includeRevoked: boolean;
}

export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  list(query: PageRequest): Promise<PageOf<AuditEntry>>;
}

export interface RefreshTokenStore {
  findById(id: string): Promise<RefreshToken | undefined>;
  insert(token: RefreshToken): Promise<void>;
  markRotated(id: string, at: Date): Promise<void>;
  /** Retires the live tokens that share the parent, but for one. */
  retireSiblings(parentId: string, exceptId: string): Promise<void>;
  hasRotatedChild(id: string): Promise<boolean>;
  removeFamily(familyId: string): Promise<void>;
  removeOfUser(userId: string): Promise<void>;
}

/** Slow on purpose: argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one, and is false then. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}

export interface AccessClaims {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: string;
  readonly scopes: readonly string[];
}

export interface TokenSigner {
  /** A compact JWT of 15 minutes. */
  signAccess(claims: AccessClaims): Promise<string>;
  /** RFC 7517 document of the keys in use. */
  jwks(): Promise<string>;
  /** The next key signs from now on, after having been published long enough. */
  rotate(): Promise<RotatedKeys>;
}

/** Ids of signing keys. */
export interface RotatedKeys {
  readonly current: string;
  readonly next: string;
  readonly previous: readonly string[];
}

/** Random texts, so that tests can know them. */
export interface Secrets {
  apiKey(): string;
  refreshToken(): string;
  /** SHA-256, hex. */
  digest(text: string): string;
}

export interface Deps {
  readonly users: UserStore;
  readonly workspaces: WorkspaceStore;
  readonly keys: ApiKeyStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly audit: AuditLog;
  readonly passwords: Passwords;
  readonly tokens: TokenSigner;
  readonly secrets: Secrets;
  readonly events: EventSink;
  readonly clock: { now(): number };
  readonly newId: (prefix: string) => string;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
