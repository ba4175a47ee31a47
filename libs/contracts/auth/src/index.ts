export * from './gen/auth.ts';
export {
  completeApiKey,
  isWellFormedApiKey,
  KEY_PREFIX,
  KEY_RANDOM_CHARACTERS,
  keyCharacter,
} from './api-key-format.ts';
export { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_TARGETS } from './audit-actions.ts';
export type { AuditAction } from './audit-actions.ts';
export {
  CREDENTIAL_STATUS_AGE_SECONDS_MAX,
  credentialEvents,
  credentialTypeOfEvent,
  isCredentialType,
} from './credentials.ts';
export type { CredentialType } from './credentials.ts';
export { authErrors } from './errors.ts';
export { authEvents } from './events.ts';
export { KEY_OVERLAP_SECONDS_MAX } from './api-key-format.ts';
export { isRole, isScope, ROLE_SCOPES, SCOPES } from './scopes.ts';
export type { Role, Scope } from './scopes.ts';
