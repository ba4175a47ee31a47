import type { AuditAction, Role, Scope } from '@outreach/contracts-auth';

export type Tier = 'default' | 'enterprise';

/** Limits are requests per 60 seconds. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly agency_id: string | null;
  readonly key_max: number;
  readonly requests: number;
  readonly writes: number;
  readonly created_at: Date;
}

export interface User {
  readonly id: string;
  readonly workspace_id: string;
  /** As given; unique over the installation whatever its case. */
  readonly username: string;
  readonly email: string | null;
  readonly role: Role;
  /** Granted beyond those of the role. */
  readonly scopes: readonly Scope[];
  readonly is_active: boolean;
  /** argon2id, in PHC string format. */
  readonly password_hash: string;
  /** Access tokens issued before are void. */
  readonly tokens_valid_from: Date;
  readonly created_at: Date;
}

export interface ApiKey {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  /** SHA-256 of the whole key, hex; the key itself is not kept. */
  readonly key_sha256: string;
  readonly key_preview: string;
  /** Keys of before a rotation that are still good. */
  readonly former: readonly FormerKey[];
  readonly scopes: readonly Scope[];
  readonly rate_limit_per_minute: number;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

export interface FormerKey {
  readonly key_sha256: string;
  readonly valid_until: Date;
}

/** Who did something; an operator and somebody unknown have no id. */
export interface AuditActor {
  readonly type: 'user' | 'api_key' | 'operator' | 'anonymous';
  readonly id: string | null;
}

export interface AuditEntry {
  readonly id: string;
  /** Empty for a log-in with a name that nobody has. */
  readonly workspace_id: string;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly target: { readonly type: string; readonly id: string };
  readonly ip: string | null;
  readonly request_id: string;
}

/** `live` may be used once; `rotated` was; `retired` lost to a sibling. */
export type RefreshState = 'live' | 'rotated' | 'retired';

export interface RefreshToken {
  /** SHA-256 of the token, hex. */
  readonly id: string;
  readonly family_id: string;
  /** The token it was traded for; null for the first of a family. */
  readonly parent_id: string | null;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly state: RefreshState;
  readonly rotated_at: Date | null;
  readonly idle_expires_at: Date;
  readonly family_expires_at: Date;
}
