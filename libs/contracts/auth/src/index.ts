export { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_TARGETS } from './audit-actions.ts';
export type { AuditAction } from './audit-actions.ts';
export { authErrors } from './errors.ts';
export { authEvents } from './events.ts';
export { AuthServiceService } from './gen/auth.ts';
export { ROLE_SCOPES, SCOPES, isRole, isScope } from './scopes.ts';
export type { Role, Scope } from './scopes.ts';
