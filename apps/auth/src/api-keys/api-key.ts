import type { Scope } from '@outreach/contracts-auth';
import { KEY_PREFIX } from '@outreach/contracts-auth/api-key-format';

const PREVIEW_CHARACTERS = KEY_PREFIX.length + 4;

export interface ApiKey {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  /** SHA-256 of the whole key, hex; the key itself is not stored. */
  readonly key_sha256: string;
  readonly key_preview: string;
  /** Previous keys of the record that are still valid after a rotation. */
  readonly former: readonly FormerKey[];
  readonly scopes: readonly Scope[];
  readonly rate_limit_per_minute: number;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  /** Grows with every change. */
  readonly version: number;
}

export interface FormerKey {
  readonly key_sha256: string;
  readonly valid_until: Date;
}

/** A key at its creation or rotation. */
export interface CreatedKey {
  readonly record: ApiKey;
  /** The whole key; it is shown only once. */
  readonly key: string;
}

/** The public start of a key. */
export function previewOf(key: string): string {
  return key.slice(0, PREVIEW_CHARACTERS);
}
