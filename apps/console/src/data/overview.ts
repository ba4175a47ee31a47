import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';

const REFRESH_MS = 60_000;
const DAY_MS = 86_400_000;
const ATTENTION_MAX = 100;
/** The API has no filter for the state of accounts, so all are read. */
const PAGE_MAX = 500;
const IMPORT_DAYS = 7;

/** The numbers of all campaigns, or of those of a client, over the last days. */
export function useWorkspaceSummary(
  dayCount: number,
  clientId: string | undefined,
): UseQueryResult<Schema<'WorkspaceAnalyticsSummary'>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useQuery({
    queryKey: ['overview', 'summary', dayCount, clientId],
    queryFn: async () => {
      const from = new Date(Date.now() - dayCount * DAY_MS).toISOString();
      const client = clientId === undefined ? {} : { client_id: clientId };
      const query = { from, granularity: 'day' as const, time_zone: timeZone, ...client };
      return outreach.get('/api/v1/analytics/summary/', { params: { query } });
    },
    refetchInterval: REFRESH_MS,
  });
}

async function accountsThatDoNotSend(): Promise<readonly Schema<'SendingAccount'>[]> {
  const found: Schema<'SendingAccount'>[] = [];
  for await (const account of outreach.list('/api/v1/sending-accounts/', {
    params: { query: { page_size: PAGE_MAX } },
  }))
    if (account.status === 'error' || account.status === 'suspended') found.push(account);
  return found;
}

interface Attention {
  readonly campaigns: readonly Schema<'Campaign'>[];
  readonly accounts: readonly Schema<'SendingAccount'>[];
  readonly endpoints: readonly Schema<'WebhookEndpoint'>[];
  readonly imports: readonly Schema<'ImportJob'>[];
}

/** Paused campaigns, accounts that do not send, endpoints that fail, and imports of the last days that failed. */
export function useAttention({
  canReadWebhooks,
  canReadContacts,
}: {
  readonly canReadWebhooks: boolean;
  readonly canReadContacts: boolean;
}): UseQueryResult<Attention> {
  return useQuery({
    queryKey: ['overview', 'attention', canReadWebhooks, canReadContacts],
    queryFn: async () => {
      const page_size = ATTENTION_MAX;
      const [campaigns, accounts, endpoints, imports] = await Promise.all([
        outreach.get('/api/v1/campaigns/', { params: { query: { status: 'paused', page_size } } }),
        accountsThatDoNotSend(),
        canReadWebhooks ? outreach.get('/api/v1/webhooks/') : { data: [] },
        canReadContacts
          ? outreach.get('/api/v1/imports/', { params: { query: { page_size } } })
          : { data: [] },
      ]);
      return {
        campaigns: campaigns.data,
        accounts,
        endpoints: endpoints.data.filter(
          ({ health_status }) => health_status === 'failed' || health_status === 'degraded',
        ),
        imports: imports.data.filter(
          ({ status, created_at }) =>
            status === 'failed' && Date.now() - Date.parse(created_at) < IMPORT_DAYS * DAY_MS,
        ),
      };
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Objects that are looked at: one of them is enough. */
const LOOKED_AT_MAX = 100;

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
      const some = { params: { query: { page_size: LOOKED_AT_MAX } } };
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
