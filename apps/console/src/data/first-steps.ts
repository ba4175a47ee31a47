import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';

const REFRESH_MS = 60_000;
/** Objects that are looked at: one of them is enough. */
const PAGE_SIZE = 100;

/** What a workspace has done; undefined for what the user may not read. */
export interface FirstSteps {
  readonly hasAccount: boolean;
  readonly hasContacts: boolean;
  readonly hasSequence: boolean;
  readonly hasLaunched: boolean;
  readonly hasReceived: boolean | undefined;
}

/** True if at least one attempt of the last 30 days, or an earlier one, has reached the endpoint. */
function hasReceived(endpoint: Schema<'WebhookEndpoint'>): boolean {
  const { last_delivery_at, total_deliveries_30d: total, failed_deliveries_30d: failed } = endpoint;
  return last_delivery_at !== null && (total === 0 || failed < total);
}

export function isDone(steps: FirstSteps): boolean {
  return Object.values(steps).every((step) => step !== false);
}

/** Looks at the data of the workspace until all steps are done. */
export function useFirstSteps(canReadWebhooks: boolean): UseQueryResult<FirstSteps> {
  return useQuery({
    queryKey: ['overview', 'first-steps', canReadWebhooks],
    queryFn: async (): Promise<FirstSteps> => {
      const one = { params: { query: { page_size: 1 } } };
      const some = { params: { query: { page_size: PAGE_SIZE } } };
      const [accounts, contacts, sequences, campaigns, endpoints] = await Promise.all([
        outreach.get('/api/v1/sending-accounts/', one),
        outreach.get('/api/v1/contacts/', one),
        outreach.get('/api/v1/sequences/', some),
        outreach.get('/api/v1/campaigns/', some),
        canReadWebhooks ? outreach.get('/api/v1/webhooks/') : undefined,
      ]);
      return {
        hasAccount: accounts.data.length > 0,
        hasContacts: contacts.data.length > 0,
        hasSequence: sequences.data.some(({ steps }) => steps.length > 0),
        hasLaunched: campaigns.data.some(({ started_at }) => started_at !== null),
        hasReceived: endpoints?.data.some(hasReceived),
      };
    },
    refetchInterval: ({ state }) => (state.data !== undefined && isDone(state.data) ? false : REFRESH_MS),
  });
}
