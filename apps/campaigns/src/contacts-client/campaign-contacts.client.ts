import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { ContactFilter as FilterMessage } from '@outreach/contracts-contacts/gen/candidates.ts';
import { AppError } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { RpcClient } from '@outreach/service-kit/rpc';
import type { CampaignContacts, ContactFilter } from '../campaigns/index.ts';

/** The contacts service for campaigns. */
export function campaignContacts(client: RpcClient<typeof ContactsServiceService>): CampaignContacts {
  return {
    register: async (ctx, { campaignId, segmentIds }) => {
      await client.registerCampaign(ownCall(ctx), { campaign_id: campaignId, segment_ids: [...segmentIds] });
    },
    release: async (ctx, campaignId) => {
      await client.releaseCampaign(ownCall(ctx), { campaign_id: campaignId });
    },
    hasMatches: async (ctx, filter) => {
      const request = { contact_filter: toFilterMessage(filter) };
      return (await client.checkContactFilter(ownCall(ctx), request)).has_matches;
    },
    hasClient: async (ctx, clientId) => {
      try {
        await client.getClient(ownCall(ctx), { id: clientId });
        return true;
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.kind === 'not_found') return false;
        throw thrown;
      }
    },
  };
}

/**
 * The call as this service makes it for a request. The idempotency key belongs to the request of the caller: a repeated
 * request may register another campaign. Callers who write campaigns need no scope for contacts.
 */
function ownCall(ctx: CallContext): CallContext {
  return { ...ctx, idempotency: undefined, scopes: new Set(['contacts:read']) };
}

export function toFilterMessage({ segment_ids, icp_tier, grade }: ContactFilter): FilterMessage {
  return { segment_ids: [...segment_ids], icp_tiers: [...icp_tier], grades: [...grade] };
}
