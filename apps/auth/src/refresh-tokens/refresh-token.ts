/** A `live` token can be exchanged once; a `rotated` token was exchanged; a `retired` token lost to a sibling. */
export type RefreshState = 'live' | 'rotated' | 'retired';

export interface RefreshToken {
  /** SHA-256 of the token, hex. */
  readonly id: string;
  readonly family_id: string;
  /** The token that was exchanged for this one; null for the first token of a family. */
  readonly parent_id: string | null;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly state: RefreshState;
  readonly rotated_at: Date | null;
  readonly idle_expires_at: Date;
  readonly family_expires_at: Date;
}
