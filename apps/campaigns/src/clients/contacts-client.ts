import { ContactsServiceService } from '@outreach/contracts-contacts';
import { connectRpc, type IdentitySigner, type Resource } from '@outreach/service-kit';
import type { Candidates } from '../domain/ports.ts';

export interface ContactsConnection {
  readonly candidates: Candidates;
  readonly resource: Resource;
}

/** Connects in the background; a call while the contacts service is away is refused as unavailable. */
export function connectContacts(address: string, identity: IdentitySigner): ContactsConnection {
  const connection = connectRpc(ContactsServiceService, { audience: 'contacts', address, identity });
  return {
    candidates: {
      resolve: async (ctx, { contactIds, filter: { segment_ids, icp_tier, grade } }) => {
        const contact_filter = {
          segment_ids: [...segment_ids],
          icp_tiers: [...icp_tier],
          grades: [...grade],
        };
        const contact_ids = [...contactIds];
        const { candidates } = await connection.client.resolveCandidates(ctx, {
          contact_ids,
          contact_filter,
        });
        return new Map(
          candidates.map(({ contact_id, email, verification_status, is_suppressed, meets_filter }) => [
            contact_id,
            {
              contactId: contact_id,
              email,
              verificationStatus: verification_status,
              isSuppressed: is_suppressed,
              meetsFilter: meets_filter,
            },
          ]),
        );
      },
    },
    resource: { name: 'contacts', start: async () => undefined, stop: async () => connection.close() },
  };
}
