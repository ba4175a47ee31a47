import { defineService, type Service, type ServiceBase } from '@outreach/app-kit';
import { AuthServiceService } from '@outreach/contracts-auth';
import { createApiKeys } from './api-keys/index.ts';
import { createAuditLog } from './audit-log/index.ts';
import { authConfig, type AuthConfig } from './config.ts';
import { createCredentialChangeList } from './credential-changes/index.ts';
import { createInvitations } from './invitations/index.ts';
import { createMail } from './mail/index.ts';
import type { AuthFeature } from './methods/index.ts';
import { createOidc, SEALED_VERIFIERS } from './oidc/index.ts';
import { createOnboarding } from './onboarding/index.ts';
import { createPasswordResets } from './password-resets/index.ts';
import { createRefreshTokens } from './refresh-tokens/index.ts';
import { createSecondFactorRecords, createSecondFactors, SEALED_SECRETS } from './second-factors/index.ts';
import { createSigningKeys } from './signing-keys/index.ts';
import { createTokens } from './tokens/index.ts';
import { createUsers } from './users/index.ts';
import { createWorkspaces } from './workspaces/index.ts';

/** The features of the auth service, from the lowest to the highest. */
export function authFeatures(base: ServiceBase, config: AuthConfig): readonly AuthFeature[] {
  const auditLog = createAuditLog(base);
  const { audit } = auditLog;
  const credentialChanges = createCredentialChangeList(base);
  const { changes } = credentialChanges;
  const signingKeys = createSigningKeys(base, { changes });
  const { signer } = signingKeys;
  const refreshTokens = createRefreshTokens(base);
  const { sessions } = refreshTokens;
  const workspaces = createWorkspaces(base, { audit, changes });
  const stores = { workspaces: workspaces.store, agencies: workspaces.agencies };
  const secondFactors = createSecondFactorRecords(base);
  const ended = { sessions, secondFactors };
  const users = createUsers(base, {
    ...{ audit, changes, workspaces: stores.workspaces, ...ended },
    hasUniqueEmails: config.OIDC_ISSUER !== '',
  });
  const { directory, passwords } = users;
  const logIns = { users: directory, passwords, refreshTokens: refreshTokens.store, signer, secondFactors };
  const tokens = createTokens(base, { audit, ...logIns });
  const { startSession } = tokens;
  const mail = createMail(base, config);
  const { store: workspaceStore } = workspaces;
  const people = { audit, mail, users, workspaces: workspaceStore, startSession };
  const invitations = createInvitations(base, people);
  const apiKeys = createApiKeys(base, { audit, changes, workspaces: stores.workspaces });
  const onboarding = createOnboarding(base, { audit, users, ...stores });
  return [
    auditLog,
    credentialChanges,
    signingKeys,
    refreshTokens,
    workspaces,
    users,
    tokens,
    apiKeys,
    mail,
    invitations,
    createSecondFactors(base, {
      audit,
      records: secondFactors,
      users: { ...directory, findOwn: users.findOwn },
    }),
    createPasswordResets(base, { mail, users }),
    createOidc(base, { users: directory, invitations, startSession }, config),
    onboarding,
  ];
}

/** The auth service. */
export const authService: Service<AuthConfig> = defineService({
  name: 'auth',
  config: authConfig,
  rpc: AuthServiceService,
  sealed: [
    { collection: 'signing_keys', fields: ['sealed_private_jwk'] },
    SEALED_SECRETS,
    SEALED_VERIFIERS,
    { collection: 'letters', fields: ['sealed_letter'] },
    { collection: 'reset_requests', fields: ['sealed_username'] },
  ],
  features: authFeatures,
});
