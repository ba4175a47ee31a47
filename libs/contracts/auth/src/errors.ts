import { MAIL_NOT_CONFIGURED } from '@outreach/contracts-common';
import { defineErrors } from '@outreach/errors';

/** Errors of the auth service, beside invalid fields and unknown ids. */
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
    message: 'The workspace has the maximum number of live API keys; revoke one first.',
  },
  keyNotLive: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The API key is revoked or expired.',
  },
  scopeBeyondCaller: {
    kind: 'permission_denied',
    message: 'You cannot grant or manage a scope that you do not have.',
  },
  duplicateUsername: {
    kind: 'conflict',
    reason: 'duplicate_username',
    message: 'The username is taken; choose another one.',
  },
  roleBeyondCaller: {
    kind: 'permission_denied',
    message: 'You cannot grant a role above your own or manage a user with a role above your own.',
  },
  badInvitation: {
    kind: 'unauthenticated',
    message: 'The invitation is invalid, used or expired.',
  },
  badResetToken: {
    kind: 'unauthenticated',
    message: 'The link is invalid, used or expired; request a new one.',
  },
  alreadyMember: {
    kind: 'conflict',
    reason: 'already_member',
    message: 'A user of the workspace has this address.',
  },
  mailNotConfigured: MAIL_NOT_CONFIGURED,
  codeRequired: {
    kind: 'unauthenticated',
    reason: 'code_required',
    message: 'A code of the authenticator app is required.',
  },
  badCode: {
    kind: 'unauthenticated',
    message: 'The code is wrong or was used before.',
  },
  totpNotStarted: {
    kind: 'conflict',
    reason: 'totp_not_started',
    message: 'There is no secret to confirm; make one with POST /users/me/totp/.',
  },
  totpEnabled: {
    kind: 'conflict',
    reason: 'totp_enabled',
    message: 'The second factor is on; end it before you make a new secret.',
  },
  usersOnly: {
    kind: 'permission_denied',
    message: 'Only a user has a second factor; an API key has none.',
  },
  ownersOnly: {
    kind: 'permission_denied',
    message: 'Only an owner can end the second factor of another user.',
  },
  duplicateEmail: {
    kind: 'conflict',
    reason: 'duplicate_email',
    message: 'An active user of the installation has this email address.',
  },
  oidcNotConfigured: {
    kind: 'failed_precondition',
    code: 'oidc_not_configured',
    message: 'This installation has no identity provider; its operator sets OIDC_ISSUER.',
  },
  oidcState: {
    kind: 'unauthenticated',
    reason: 'oidc_state',
    message: 'The log-in was used before, has expired, or was started in another browser; start again.',
  },
  oidcDenied: {
    kind: 'unauthenticated',
    reason: 'oidc_denied',
    message: 'The identity provider did not allow the log-in.',
  },
  oidcInvalid: {
    kind: 'unauthenticated',
    reason: 'oidc_invalid',
    message: 'The answer of the identity provider is not valid; start again.',
  },
  oidcUnverified: {
    kind: 'unauthenticated',
    reason: 'oidc_unverified',
    message: 'The identity provider does not confirm an email address of yours.',
  },
  oidcNoUser: {
    kind: 'unauthenticated',
    reason: 'oidc_no_user',
    message: 'No active user and no pending invitation has your email address; ask for an invitation.',
  },
  oidcSeveralUsers: {
    kind: 'unauthenticated',
    reason: 'oidc_several_users',
    message: 'Several active users have your email address; ask an administrator.',
  },
  oidcSeveralInvitations: {
    kind: 'unauthenticated',
    reason: 'oidc_several_invitations',
    message:
      'Several invitations of your email address are pending; open the link of the one that you accept.',
  },
  oidcUnavailable: {
    kind: 'unavailable',
    reason: 'oidc_unavailable',
    message: 'The identity provider does not answer; try again later.',
  },
  lastOwner: {
    kind: 'conflict',
    reason: 'last_owner',
    message: 'The workspace must keep at least one active owner.',
  },
});
