import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import { checkDomainsJob } from './check-domains.job.ts';
import { createCheckWork } from './check-work.store.ts';
import { chooseDomain, type LinkedAccount } from './choose-domain.ts';
import type { AccountDomains, DomainResolver, TrackingDomainStore } from './ports.ts';
import { createTrackingDomainStores, type TrackingDomainStores } from './tracking-domain.store.ts';
import { domainMethods } from './tracking-domains.rpc.ts';

/** The stored domains, and the choice of a domain for accounts. */
export interface TrackingDomainRecords extends Pick<TrackingDomainStore, 'hold'> {
  readonly stores: TrackingDomainStores;
  /** The verified domains of the links of accounts, by account id; null for the public address. One read for all. */
  domainsOf(
    accounts: readonly (LinkedAccount & { readonly id: string })[],
  ): Promise<ReadonlyMap<string, string | null>>;
}

/** Domains that other features use. */
export function createTrackingDomainRecords({
  mongo,
  cursors,
}: Pick<ServiceBase, 'mongo' | 'cursors'>): TrackingDomainRecords {
  const stores = createTrackingDomainStores(mongo.connection, cursors);
  const { hold, listVerified } = stores.domains;
  return {
    stores,
    hold,
    domainsOf: async (accounts) => {
      if (accounts.length === 0) return new Map();
      const verified = await listVerified();
      return new Map(accounts.map((account) => [account.id, chooseDomain(account, verified)]));
    },
  };
}

export interface TrackingDomainsConfig {
  readonly PUBLIC_BASE_URL: string;
  /** Empty without a host for tracking domains. */
  readonly TRACKING_HOST: string;
}

export interface TrackingDomainsNeeds {
  readonly records: TrackingDomainRecords;
  readonly accounts: AccountDomains;
  readonly resolver: DomainResolver;
  readonly config: TrackingDomainsConfig;
}

/** The domains of workspaces for the links in their emails: records, verification and daily checks. */
export function createTrackingDomains(
  base: ServiceBase,
  { records, accounts, resolver, config }: TrackingDomainsNeeds,
): CampaignsFeature {
  const { events, clock, ids } = base;
  const { PUBLIC_BASE_URL: baseUrl, TRACKING_HOST: trackingHost } = config;
  const work = createCheckWork(base);
  const ports = {
    ...records.stores,
    work,
    accounts,
    resolver,
    events,
    clock,
    newId: ids,
    target: trackingHost === '' ? null : trackingHost,
    ownHosts: new Set([trackingHost, new URL(baseUrl).hostname]),
  };
  return {
    name: 'tracking-domains',
    methods: domainMethods(ports),
    jobs: [checkDomainsJob({ ...ports, queue: work.queue, base })],
  };
}
