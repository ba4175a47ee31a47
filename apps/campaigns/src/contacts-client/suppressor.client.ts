import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcClient } from '@outreach/service-kit/rpc';
import type { Suppressor } from '../outcomes/index.ts';
import type { SuppressionReasons } from '../replies/index.ts';
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

/** Addresses of one call. */
const CHECKED_MAX = 1_000;

/** The reasons of suppressions in the contacts service, of the workspace and of the operator. */
export function suppressionReasonsOf(client: RpcClient<typeof ContactsServiceService>): SuppressionReasons {
  return async (ctx, emails) => {
    const call = { ...ctx, idempotency: undefined, scopes: new Set(['contacts:read']) };
    const found = new Map<string, readonly string[]>();
    for (let start = 0; start < emails.length; start += CHECKED_MAX) {
      const request = { emails: emails.slice(start, start + CHECKED_MAX) };
      const { checks } = await client.checkSuppressions(call, request);
      for (const { email, suppressed, reasons } of checks) if (suppressed) found.set(email, reasons);
    }
    return found;
  };
}
