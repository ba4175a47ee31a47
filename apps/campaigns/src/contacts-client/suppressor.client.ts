import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcClient } from '@outreach/service-kit';
import type { Suppressor } from '../outcomes/index.ts';
import type { SuppressionCheck } from '../sequences/index.ts';

/** Suppresses the contacts of sends in the contacts service. */
export function suppressorOf(client: RpcClient<typeof ContactsServiceService>): Suppressor {
  return {
    suppress: async (ctx, requests) => {
      const suppressions = requests.map(({ email, reason, campaign_id, contact_id }) => ({
        email,
        reason,
        campaign_id,
        contact_id,
      }));
      await client.suppressContacts({ ...ctx, scopes: new Set(['contacts:write']) }, { suppressions });
    },
  };
}

/** The call is one of this service: its idempotency key belongs to the request of the caller. */
export function suppressionCheckOf(client: RpcClient<typeof ContactsServiceService>): SuppressionCheck {
  return {
    isSuppressed: async (ctx, email) => {
      const call = { ...ctx, idempotency: undefined, scopes: new Set(['contacts:read']) };
      const { checks } = await client.checkSuppressions(call, { emails: [email] });
      return checks.some(({ suppressed }) => suppressed);
    },
  };
}
