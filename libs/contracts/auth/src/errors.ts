import { defineErrors } from '@outreach/errors';

/** Refusals of the auth service beyond invalid fields and unknown ids. */
export const authErrors = defineErrors({
  badCredentials: {
    kind: 'unauthenticated',
    message: 'No active account was found with the given credentials.',
  },
  badRefreshToken: {
    kind: 'unauthenticated',
    message: 'The refresh token is invalid or expired.',
  },
  unknownKey: {
    kind: 'unauthenticated',
    message: 'The API key is not valid.',
  },
  unknownUser: {
    kind: 'unauthenticated',
    message: 'The token does not belong to an active user.',
  },
  keyLimit: {
    kind: 'conflict',
    reason: 'key_limit',
    message: 'The workspace has as many live API keys as it may have.',
  },
  keyNotLive: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The API key is revoked or expired.',
  },
  scopeBeyondCaller: {
    kind: 'permission_denied',
    message: 'Nobody grants or manages a scope that they lack.',
  },
  duplicateUsername: {
    kind: 'conflict',
    reason: 'duplicate_username',
    message: 'The username is taken.',
  },
  roleBeyondCaller: {
    kind: 'permission_denied',
    message: 'Nobody grants a role above their own or manages a user above them.',
  },
  lastOwner: {
    kind: 'conflict',
    reason: 'last_owner',
    message: 'The workspace needs an active owner.',
  },
});
