import type { Role, Scope } from '@outreach/contracts-auth';

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired'] as const;

export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export interface Invitation {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly role: Role;
  /** Scopes in addition to the role's scopes. */
  readonly scopes: readonly Scope[];
  /** Id of the user or API key. */
  readonly invited_by: string;
  readonly token_digest: string;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly accepted_at: Date | null;
}

/** A pending invitation expires by time alone. */
export function statusOf(
  { accepted_at, expires_at }: Pick<Invitation, 'accepted_at' | 'expires_at'>,
  nowMs: number,
): InvitationStatus {
  if (accepted_at !== null) return 'accepted';
  return expires_at.getTime() > nowMs ? 'pending' : 'expired';
}
