import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState, type PagesOptions } from './use-pages.ts';

export type SendingAccount = Schema<'SendingAccount'>;
export type AccountCreate = Schema<'SendingAccountCreate'>;
export type AccountUpdate = Schema<'SendingAccountUpdate'>;
type AccountTest = Schema<'SendingAccountTest'>;
export type AccountHealth = Schema<'SendingAccountHealth'>;

const REFRESH_MS = 60_000;
const DOMAINS_MAX = 50;

type AccountPages = Pick<PagesOptions<SendingAccount>, 'keep' | 'isWhole'>;

export function useAccounts(search: string | undefined, pages?: AccountPages): ListState<SendingAccount> {
  const query = search ? { search } : {};
  return usePages({
    ...pages,
    key: ['accounts', query],
    load: async (position) =>
      outreach.get('/api/v1/sending-accounts/', { params: { query: { ...query, ...position } } }),
    refreshMs: REFRESH_MS,
  });
}

const isActive = ({ status }: SendingAccount): boolean => status === 'active';

/** All accounts that can send. */
export function useActiveAccounts(): readonly SendingAccount[] {
  return useAccounts(undefined, { keep: isActive, isWhole: true }).items;
}

const ofAccount = (account_id: string) => ({ params: { path: { account_id } } });
const keysOf = (id: string) => [['accounts'], ['account', id]];

export function useAccount(id: string): UseQueryResult<SendingAccount> {
  return useQuery({
    queryKey: ['account', id],
    queryFn: async () => outreach.get('/api/v1/sending-accounts/{account_id}/', ofAccount(id)),
    refetchInterval: REFRESH_MS,
  });
}

export function useAccountHealth(id: string): UseQueryResult<AccountHealth> {
  return useQuery({
    queryKey: ['account', id, 'health'],
    queryFn: async () => outreach.get('/api/v1/sending-accounts/{account_id}/health/', ofAccount(id)),
    refetchInterval: REFRESH_MS,
  });
}

type AccountAction = 'pause' | 'resume';

const ACTIONS: Readonly<Record<AccountAction, (id: string) => Promise<unknown>>> = {
  pause: async (id) => outreach.post('/api/v1/sending-accounts/{account_id}/pause/', ofAccount(id)),
  resume: async (id) => outreach.post('/api/v1/sending-accounts/{account_id}/resume/', ofAccount(id)),
};

export function useAccountAction(id: string): Change<AccountAction> {
  return useChange(async (action: AccountAction) => ACTIONS[action](id), keysOf(id));
}

/** Logs in to the servers of an account, and checks the DNS records of its domain. */
export function useTestAccount(): Change<string, AccountTest> {
  return useChange(
    async (id: string) => outreach.post('/api/v1/sending-accounts/{account_id}/test/', ofAccount(id)),
    [['accounts'], ['account']],
  );
}

export function useCreateAccount(): Change<Submitted<AccountCreate>, SendingAccount> {
  return useChange(async (input) => outreach.post('/api/v1/sending-accounts/', input), [['accounts']]);
}

export function useUpdateAccount(id: string): Change<AccountUpdate, SendingAccount> {
  return useChange(
    async (body) => outreach.patch('/api/v1/sending-accounts/{account_id}/', { ...ofAccount(id), body }),
    keysOf(id),
  );
}

export function useDeleteAccount(id: string): Change<void> {
  return useChange(
    async () => outreach.delete('/api/v1/sending-accounts/{account_id}/', ofAccount(id)),
    [['accounts']],
  );
}

export type ConsentProvider = Schema<'OAuthStart'>['provider'];

/** Where the provider sends the browser after a consent. */
function returnUrl(): string {
  return `${globalThis.location.origin}/console/accounts/connected`;
}

/** Starts the consent for a new mailbox. The result has the page of the provider. */
export function useStartConsent(): Change<ConsentProvider, Schema<'OAuthStarted'>> {
  return useChange(async (provider) => {
    const body = { provider, return_url: returnUrl() };
    return outreach.post('/api/v1/sending-accounts/oauth/start/', { body });
  }, []);
}

/** Starts the consent for an account that exists. */
export function useReconnect(id: string): Change<void, Schema<'OAuthStarted'>> {
  return useChange(async () => {
    const body = { return_url: returnUrl() };
    return outreach.post('/api/v1/sending-accounts/{account_id}/oauth/reconnect/', {
      ...ofAccount(id),
      body,
    });
  }, []);
}

/** The tracking domains that an account can have. */
export function useDomainChoice(): UseQueryResult<readonly Schema<'TrackingDomain'>[]> {
  return useQuery({
    queryKey: ['tracking-domains', 'choice'],
    queryFn: async () => {
      const query = { page_size: DOMAINS_MAX };
      return (await outreach.get('/api/v1/tracking-domains/', { params: { query } })).data;
    },
  });
}

export type TrackingDomain = Schema<'TrackingDomain'>;

const DOMAINS = ['tracking-domains'];
const ofDomain = (domain_id: string) => ({ params: { path: { domain_id } } });

export function useTrackingDomains(): ListState<TrackingDomain> {
  return usePages({
    key: DOMAINS,
    load: async (position) => outreach.get('/api/v1/tracking-domains/', { params: { query: position } }),
  });
}

export function useCreateTrackingDomain(): Change<Submitted<Schema<'TrackingDomainCreate'>>, TrackingDomain> {
  return useChange(async (input) => outreach.post('/api/v1/tracking-domains/', input), [DOMAINS]);
}

type DomainAction = 'verify' | 'make_default' | 'delete';

const DOMAIN_ACTIONS: Readonly<Record<DomainAction, (id: string) => Promise<unknown>>> = {
  verify: async (id) => outreach.post('/api/v1/tracking-domains/{domain_id}/verify/', ofDomain(id)),
  make_default: async (id) =>
    outreach.patch('/api/v1/tracking-domains/{domain_id}/', { ...ofDomain(id), body: { is_default: true } }),
  delete: async (id) => outreach.delete('/api/v1/tracking-domains/{domain_id}/', ofDomain(id)),
};

export function useDomainAction(id: string): Change<DomainAction> {
  return useChange(async (action: DomainAction) => DOMAIN_ACTIONS[action](id), [DOMAINS]);
}
