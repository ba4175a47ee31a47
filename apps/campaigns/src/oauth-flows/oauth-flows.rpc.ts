import { campaignErrors } from '@outreach/contracts-campaigns';
import {
  SendingAccountInput,
  type CompleteOAuthResponse,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { z } from 'zod';
import { WRITE, type CampaignsMethods } from '../methods/index.ts';
import { completeFlow, readConsent, takeFlow, type Callback } from './complete-flow.ts';
import type { AccountChange, OAuthFlow, OAuthFlowPorts } from './ports.ts';
import { flowIdOf, reconnectFlow, startFlow } from './start-flow.ts';

const Taken = z.object({ state: z.string(), query: z.string() });

export function oauthFlowMethods(ports: OAuthFlowPorts): CampaignsMethods {
  return {
    startOAuth: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { provider, account: message, mask = [], return_url = null }) => {
        const fields = fieldsOf(ports.toChange(message, mask));
        const input = message === undefined ? new Uint8Array() : SendingAccountInput.encode(message).finish();
        return startFlow(ports, ctx, { provider, fields, input, mask, return_url });
      },
    },
    reconnectOAuth: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { id, return_url = null }) => reconnectFlow(ports, ctx, { id, return_url }),
    },
    findOAuthFlow: {
      scope: { service: 'gateway' },
      query: async (_ctx, { state }) => {
        const flow = await ports.flows.findOpen(flowIdOf(state));
        if (flow === undefined) throw campaignErrors.invalidOAuthState.make();
        const { workspace_id, principal_type, principal_id, return_url } = flow;
        return { workspace_id, principal_type, principal_id, return_url: return_url ?? undefined };
      },
    },
    completeOAuth: completeMethod(ports),
  };
}

/** The state is used before the code is exchanged: a second request with it is refused meanwhile. */
function completeMethod(ports: OAuthFlowPorts): Required<CampaignsMethods>['completeOAuth'] {
  const toFields = ({ input, mask }: OAuthFlow): AccountChange =>
    fieldsOf(ports.toChange(SendingAccountInput.decode(input), mask));
  return effectCommand({
    scope: WRITE,
    isOutbound: true,
    about: NOTHING,
    prepared: Taken,
    prepare: async (ctx, { state, query }: Callback) => {
      await takeFlow(ports, ctx, { state, query });
      return { state, query };
    },
    effect: async (_ctx, callback) => readConsent(ports, callback),
    commit: async (ctx, { prepared: callback, outcome: consent }): Promise<CompleteOAuthResponse> => {
      return completeFlow({ ...ports, toFields }, ctx, { callback, consent });
    },
  });
}

/** The provider decides about the address and the servers. */
function fieldsOf({
  email: _email,
  provider: _provider,
  smtp: _smtp,
  imap: _imap,
  oauth: _oauth,
  ...fields
}: AccountChange): AccountChange {
  return fields;
}
