import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import type { OAuth } from '../oauth/index.ts';
import type { SendingAccounts } from '../sending-accounts/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { createFlowStore } from './flow.store.ts';
import { oauthFlowMethods } from './oauth-flows.rpc.ts';

const SECRET_BYTES = 32;
/** The route of the gateway that completes a consent. */
const CALLBACK_PATH = '/oauth/callback/';

export interface OAuthFlowsNeeds {
  readonly oauth: Pick<OAuth, 'providers' | 'servers'>;
  readonly accounts: Pick<SendingAccounts, 'connector' | 'toChange'>;
  readonly config: { readonly PUBLIC_BASE_URL: string };
}

/** The consents of the owners of mailboxes: from the start to the account. */
export function createOAuthFlows(
  base: ServiceBase,
  { oauth, accounts, config }: OAuthFlowsNeeds,
): CampaignsFeature {
  const methods = oauthFlowMethods({
    flows: createFlowStore(base),
    providers: oauth.providers,
    servers: oauth.servers,
    accounts: accounts.connector,
    toChange: accounts.toChange,
    newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    redirectUri: new URL(CALLBACK_PATH, config.PUBLIC_BASE_URL).href,
    clock: base.clock,
  });
  return { name: 'oauth-flows', methods };
}
