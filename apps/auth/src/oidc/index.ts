import { createHash, randomBytes } from 'node:crypto';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createBoundedFetch } from '@outreach/outbound-kit/bounded-fetch';
import { Agent } from 'undici';
import { createFlowStore } from './flow.store.ts';
import { createIdentityProvider } from './identity-provider.client.ts';
import { oidcMethods, type OidcMethods } from './oidc.rpc.ts';
import type { OidcPorts } from './ports.ts';

export { SEALED_VERIFIERS } from './flow.store.ts';

const SECRET_BYTES = 32;
const CONNECTIONS_MAX = 16;
/** The route of the gateway that ends a log-in. */
const CALLBACK_PATH = '/api/v1/auth/oidc/callback/';

export interface OidcSettings {
  readonly PUBLIC_BASE_URL: string;
  /** Empty without a provider. */
  readonly OIDC_ISSUER: string;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_CLIENT_SECRET: string;
}

/** Log-ins by the OpenID Connect provider of the installation. */
export function createOidc(
  base: ServiceBase,
  needs: Pick<OidcPorts, 'users' | 'invitations' | 'startSession'>,
  settings: OidcSettings,
): Feature<OidcMethods> {
  const { mongo, sealer, clock, logger } = base;
  const { unitOfWork } = base.units;
  const flows = createFlowStore({ connection: mongo.connection, sealer, clock });
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
  const secrets = {
    newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    digest: (secret: string) => createHash('sha256').update(secret).digest('hex'),
  };
  return {
    name: 'oidc',
    methods: oidcMethods({ ...needs, flows, provider, secrets, clock, unitOfWork }),
    resources: [{ name: 'identity provider', stop: async () => dispatcher.destroy() }],
  };
}
