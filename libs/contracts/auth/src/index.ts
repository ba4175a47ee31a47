export * from './gen/auth.ts';
export {
  completeApiKey,
  isWellFormedApiKey,
  KEY_PREFIX,
  KEY_RANDOM_CHARACTERS,
  keyCharacter,
} from './api-key-format.ts';
export { authErrors } from './errors.ts';
export { apiKeyChanged, authEvents, userChanged } from './events.ts';
export { isRole, isScope, ROLE_SCOPES, SCOPES } from './scopes.ts';
export type { Role, Scope } from './scopes.ts';
