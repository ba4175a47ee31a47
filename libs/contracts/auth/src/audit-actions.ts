/** The actions of audit entries: log-ins and every write on users, invitations, keys and workspaces. */
export const AUDIT_ACTIONS = [
  'login.succeeded',
  'login.failed',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.password_reset',
  'user.totp_enabled',
  'user.totp_disabled',
  'invitation.created',
  'invitation.deleted',
  'invitation.accepted',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'workspace.created',
  'workspace.updated',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of actors of audit entries. Operators and anonymous callers have no id. */
export const AUDIT_ACTORS = ['user', 'api_key', 'operator', 'anonymous'] as const;

/** The kinds of records that audit entries are about. */
export const AUDIT_TARGETS = ['user', 'invitation', 'api_key', 'workspace'] as const;
