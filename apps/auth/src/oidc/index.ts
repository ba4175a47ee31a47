import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import { createBoundedFetch } from '@outreach/outbound-kit/bounded-fetch';
import { Agent } from 'undici';
import type { AuthConfig } from '../config.ts';
import type { AuthFeature } from '../methods/index.ts';
import { createFlowStore } from './flow.store.ts';
import { createIdentityProvider } from './identity-provider.client.ts';
import { oidcMethods } from './oidc.rpc.ts';
import type { OidcPorts } from './ports.ts';

export { SEALED_VERIFIERS } from './flow.store.ts';

const CONNECTIONS_MAX = 16;
/** The route of the gateway that ends a log-in. */
const CALLBACK_PATH = '/api/v1/auth/oidc/callback/';

/** Log-ins by the OpenID Connect provider of the installation. */
export function createOidc(
  base: ServiceBase,
  needs: Pick<OidcPorts, 'users' | 'invitations' | 'startSession'>,
  settings: AuthConfig,
): AuthFeature {
  const { clock, logger } = base;
  const { unitOfWork } = base.units;
  const flows = createFlowStore(base);
  if (settings.OIDC_ISSUER === '') return { name: 'oidc', methods: oidcMethods(undefined) };
  // The operator names the issuer, which may be an internal server, so its addresses are not guarded.
  const dispatcher = new Agent({ connections: CONNECTIONS_MAX });
  const provider = createIdentityProvider({
    issuer: settings.OIDC_ISSUER,
    clientId: settings.OIDC_CLIENT_ID,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    redirectUri: new URL(CALLBACK_PATH, settings.PUBLIC_BASE_URL).href,
    fetch: createBoundedFetch(dispatcher),
    clock,
    logger,
  });
  return {
    name: 'oidc',
    methods: oidcMethods({ ...needs, flows, provider, randomBytes, clock, unitOfWork }),
    resources: [{ name: 'identity provider', stop: async () => dispatcher.destroy() }],
  };
}
