export * from './gen/auth.ts';
export { isRole, isScope, ROLE_SCOPES, SCOPES } from './scopes.ts';
export type { Role, Scope } from './scopes.ts';
