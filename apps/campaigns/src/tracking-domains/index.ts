import type { ServiceBase } from '@outreach/app-kit';
import type { TrackingDomains } from '../sending-accounts/index.ts';
import type { CampaignsConfig } from '../config.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { checkDomainsJob } from './check-domains.job.ts';
import { createCheckWork } from './check-work.store.ts';
import { chooseDomain } from './choose-domain.ts';
import type { DomainPorts, TrackingDomainStore } from './ports.ts';
import { createTrackingDomainStore } from './tracking-domain.store.ts';
import { domainMethods } from './tracking-domains.rpc.ts';

/** The stored domains, and the choice of a domain for accounts. */
export interface TrackingDomainRecords extends TrackingDomains {
  readonly domains: TrackingDomainStore;
}

/** Domains that other features use. */
export function createTrackingDomainRecords({ mongo, cursors }: ServiceBase): TrackingDomainRecords {
  const domains = createTrackingDomainStore(mongo.connection, cursors);
  return {
    domains,
    hold: domains.hold,
    domainsOf: async (accounts) => {
      if (accounts.length === 0) return new Map();
      const verified = await domains.listVerified();
      return new Map(accounts.map((account) => [account.id, chooseDomain(account, verified)]));
    },
  };
}

interface TrackingDomainsNeeds extends Pick<DomainPorts, 'domains' | 'accounts' | 'resolver'> {
  readonly config: Pick<CampaignsConfig, 'PUBLIC_BASE_URL' | 'TRACKING_HOST'>;
}

/** The domains of workspaces for the links in their emails: records, verification and daily checks. */
export function createTrackingDomains(
  base: ServiceBase,
  { config, ...needs }: TrackingDomainsNeeds,
): CampaignsFeature {
  const { events, clock, ids } = base;
  const { PUBLIC_BASE_URL: baseUrl, TRACKING_HOST: trackingHost } = config;
  const work = createCheckWork(base);
  const ports = {
    ...needs,
    work,
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
