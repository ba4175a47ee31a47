import { createHash } from 'node:crypto';
import type { User } from '../users/index.ts';

export interface ResetToken {
  /** Digest of the token. */
  readonly id: string;
  readonly user_id: string;
  readonly workspace_id: string;
  /** Digest of the password hash and the address at the time of the letter. */
  readonly bound_to: string;
  readonly expires_at: Date;
}

/** A token is void once the password or the address has changed: the value is another one then. */
export function bindingOf({ password_hash: hash, email }: Pick<User, 'password_hash' | 'email'>): string {
  return createHash('sha256')
    .update(JSON.stringify([hash, email]))
    .digest('hex');
}

/** True if a token may still replace the password of a user. */
export function mayReset(token: ResetToken, user: User | undefined, nowMs: number): user is User {
  if (user?.is_active !== true || token.user_id !== user.id) return false;
  return token.expires_at.getTime() > nowMs && token.bound_to === bindingOf(user);
}
