export { parseScopes, requireScopes } from './scopes.ts';
