import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcClient } from '@outreach/service-kit';
import type { Suppressor } from '../outcomes/index.ts';

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
