import { ROLE_SCOPES, type Role, type Scope } from '@outreach/contracts-auth';

export interface User {
  readonly id: string;
  readonly workspace_id: string;
  /** As given; unique over the installation without regard to case. */
  readonly username: string;
  readonly email: string | null;
  /** The key of the email while it must be unique over the installation; null otherwise. */
  readonly unique_email: string | null;
  readonly role: Role;
  /** Scopes in addition to the role's scopes. */
  readonly scopes: readonly Scope[];
  readonly is_active: boolean;
  /** argon2id, in PHC string format. */
  readonly password_hash: string;
  /** Access tokens that were issued earlier are void. */
  readonly tokens_valid_from: Date;
  readonly created_at: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** The scopes of the role and the additional scopes. */
export function scopesOf(user: Pick<User, 'role' | 'scopes'>): readonly Scope[] {
  return [...new Set<Scope>([...ROLE_SCOPES[user.role], ...user.scopes])];
}
