import type { Clock } from '@outreach/service-kit';
import type { Mail } from '../mail/index.ts';
import type { Users } from '../users/index.ts';
import type { ResetToken } from './reset-token.ts';

/** A username that asks for a letter. It may be a mistyped password, so it is sealed. */
export interface SealedRequest {
  readonly sealed_username: Uint8Array;
}

/** Requests for letters: each one is stored, so that a known and an unknown username take the same time. */
export interface ResetRequests {
  add(username: string): Promise<void>;
}

export interface ResetTokenStore {
  insert(token: ResetToken): Promise<void>;
  findById(id: string): Promise<ResetToken | undefined>;
  /** Part of a transaction: deletes the tokens of a user and returns their ids. */
  removeOfUser(userId: string): Promise<readonly string[]>;
}

export interface PasswordResetPorts {
  readonly requests: ResetRequests;
  readonly tokens: ResetTokenStore;
  readonly users: Users;
  readonly mail: Mail;
  readonly clock: Clock;
  /** Runs `fn` in one transaction in the workspace. */
  readonly transactionIn: <T>(workspaceId: string, fn: () => Promise<T>) => Promise<T>;
}
