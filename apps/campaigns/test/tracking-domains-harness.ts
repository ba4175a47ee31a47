import type { TrackingDomain as TrackingDomainMessage } from '@outreach/contracts-campaigns/gen/tracking_domains.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { startDnsServer, type TestDnsServer } from '@outreach/testing/dns-server';
import { CAMPAIGN_SCOPES } from './campaign-requests.ts';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import { startSending } from './sending-harness.ts';

/** The name to which tracking domains must point. */
export const TARGET = 'track.outreach.example';
export const BLOCKLIST_ZONE = 'dbl.blocklist.example';

export interface TrackingDomainsUnderTest extends CampaignsUnderTest {
  readonly dns: TestDnsServer;
  create(ctx: CallContext, domain?: string): Promise<TrackingDomainMessage>;
  verify(ctx: CallContext, id: string): Promise<TrackingDomainMessage>;
  read(ctx: CallContext, id: string): Promise<TrackingDomainMessage>;
  /** Creates and verifies a domain whose CNAME record is right. */
  verified(ctx: CallContext, domain?: string): Promise<TrackingDomainMessage>;
}

/** Starts the campaigns service with a name server and a host for tracking domains. */
export async function startTrackingDomains(): Promise<TrackingDomainsUnderTest> {
  const dns = await startDnsServer();
  dns.zone.set(TARGET, { a: ['192.0.2.1'] });
  const service = await startSending({
    SENDING_DNS_SERVERS: dns.address,
    BLOCKLIST_DOMAIN_ZONES: BLOCKLIST_ZONE,
    PUBLIC_BASE_URL: 'https://api.outreach.example',
    TRACKING_HOST: TARGET,
  });
  const { client } = service;
  const create = async (ctx: CallContext, domain = newName()): Promise<TrackingDomainMessage> =>
    present((await client.createTrackingDomain(ctx, { domain })).tracking_domain);
  const verify = async (ctx: CallContext, id: string): Promise<TrackingDomainMessage> =>
    present((await client.verifyTrackingDomain(ctx, { id })).tracking_domain);
  return {
    ...service,
    dns,
    create,
    verify,
    read: async (ctx, id) => present((await client.getTrackingDomain(ctx, { id })).tracking_domain),
    verified: async (ctx, domain = newName()) => {
      dns.zone.set(domain, { cname: TARGET });
      return verify(ctx, (await create(ctx, domain)).id);
    },
    stop: async () => {
      await service.stop();
      await dns.stop();
    },
  };
}

/** A call of a manager of campaigns, in a new workspace by default. */
export function newCall(workspaceId = newId('ws')): CallContext {
  return testCall(workspaceId, CAMPAIGN_SCOPES);
}

let count = 0;

/** A domain that no other test uses. */
export function newName(): string {
  count += 1;
  return `go.shop${count}.com`;
}

function present(domain: TrackingDomainMessage | undefined): TrackingDomainMessage {
  if (domain === undefined) throw new Error('The reply has no domain.');
  return domain;
}
