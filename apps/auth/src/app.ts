import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import type { Logger, Resource } from '@outreach/service-kit';
import type { AuthConfig } from './config.ts';
import { createPasswords } from './crypto/passwords.ts';
import { systemSecrets } from './crypto/secrets.ts';
import { createTokenSigner } from './crypto/token-signer.ts';
import type { Deps } from './domain/ports.ts';
import { authService } from './grpc/auth-service.ts';
import { createApiKeyStore } from './store/api-key-store.ts';
import { createAuditLog } from './store/audit-log.ts';
import { createRefreshTokenStore } from './store/refresh-token-store.ts';
import { createSigningKeyStore } from './store/signing-key-store.ts';
import { createUserStore } from './store/user-store.ts';
import { createWorkspaceStore } from './store/workspace-store.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

/** Wires the auth service. */
export function buildApp(config: AuthConfig, parts: BuildParts): ServiceApp {
  const { base, deps } = buildDomain(config, parts);
  return base.toApp({ services: [authService(deps)], resources: [signingKeys(deps)] });
}

/** The domain on its database without a server: what the admin command works with. */
export function buildDomain(config: AuthConfig, parts: BuildParts): { base: ServiceBase; deps: Deps } {
  const base = createServiceBase(config, { name: 'auth', ...parts });
  const { connection } = base.mongo;
  const { clock, ids, sealer } = base;
  const deps: Deps = {
    users: createUserStore(connection, base.cursors),
    workspaces: createWorkspaceStore(connection),
    keys: createApiKeyStore(connection, base.cursors),
    refreshTokens: createRefreshTokenStore(connection),
    passwords: createPasswords(),
    audit: createAuditLog(connection, base.cursors),
    tokens: createTokenSigner({
      store: createSigningKeyStore(connection),
      sealer,
      clock,
      ids,
      unitOfWork: base.units.unitOfWork,
    }),
    secrets: systemSecrets,
    events: base.events,
    clock,
    newId: ids,
    unitOfWork: base.units.unitOfWork,
  };
  return { base, deps };
}

/** Keys are there before the first request, and a wrong SERVICE_KEY stops the start. */
function signingKeys(deps: Deps): Resource {
  return {
    name: 'signing-keys',
    start: async () => {
      await deps.tokens.jwks();
    },
    stop: async () => undefined,
  };
}
