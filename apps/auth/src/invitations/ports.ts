import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { Mail } from '../mail/index.ts';
import type { StartSession } from '../tokens/index.ts';
import type { Users } from '../users/index.ts';
import type { WorkspaceStore } from '../workspaces/index.ts';
import type { Invitation } from './invitation.ts';

/** Invitations of the current call's workspace. */
export interface InvitationStore {
  insert(invitation: Invitation): Promise<void>;
  findOwn(id: string): Promise<Invitation | undefined>;
  /** The invitation of an address that is not accepted, without regard to case. */
  findOpen(email: string): Promise<Invitation | undefined>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(page: PageRequest): Promise<PageOf<Invitation>>;
  remove(id: string): Promise<void>;
}

/** Invitations of all workspaces: a token is looked up before its workspace is known. */
export interface InvitationTokens {
  findByDigest(digest: string): Promise<Invitation | undefined>;
  /** At most two of the pending invitations of an address: enough to see that there are several. */
  findPending(email: string, now: Date): Promise<readonly Invitation[]>;
  /**
   * Part of a transaction. False if the invitation was accepted or deleted meanwhile. Transactions that accept the same
   * invitation run one after another.
   */
  markAccepted(id: string, at: Date): Promise<boolean>;
}

export interface InvitationPorts {
  readonly invitations: InvitationStore;
  readonly tokens: InvitationTokens;
  readonly mail: Mail;
  readonly users: Users;
  readonly workspaces: WorkspaceStore;
  readonly startSession: StartSession;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
