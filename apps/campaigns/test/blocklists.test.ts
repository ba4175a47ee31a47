import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFakeClock, eventually } from '@outreach/testing';
import { startDnsServer } from '@outreach/testing/dns-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createBlocklist } from '../src/sending-accounts/blocklist.client.ts';
import { createDnsResolver } from '../src/sending-accounts/dns.client.ts';
import { newCampaignWorkspace, type CampaignWorkspace } from './campaign-requests.ts';
import { startCampaigns } from './campaigns-harness.ts';

const ZONE = 'dbl.blocklist.example';
const dns = await sharedByTests(startDnsServer);
const campaigns = await sharedByTests(async () =>
  startCampaigns({
    SENDING_DNS_SERVERS: dns.address,
    BLOCKLIST_DOMAIN_ZONES: `${ZONE}, second.blocklist.example`,
  }),
);
const { client } = campaigns;
let own: CampaignWorkspace;
let count = 0;

beforeEach(async () => {
  own = await newCampaignWorkspace(campaigns);
});

/** A domain with one answer of the first list. */
function domainWith(answer: Parameters<typeof dns.zone.set>[1]): string {
  count += 1;
  const domain = `sender${count}.com`;
  dns.zone.set(`${domain}.${ZONE}`, answer);
  return domain;
}

async function gateOf(domain: string, account: object = {}) {
  const accountId = await own.newAccount({ email: `sales@mail.${domain}`, ...account });
  const { id } = await own.create({ campaign_type: 'cold_outreach', sending_account_ids: [accountId] });
  const gate = await client.checkGate(own.ctx, { campaign_id: id });
  return { id, accountId, reasons: gate.blocking_reasons };
}

describe('the blocklists at launch', () => {
  it('block an account whose registrable domain is listed, with the domain and the zone', async () => {
    const domain = domainWith({ a: ['127.0.1.2'] });
    const { id, accountId } = await gateOf(domain);
    await expect(client.launchCampaign(own.ctx, { id })).rejects.toMatchObject({
      code: 'gate_blocked',
      details: {
        blocking_reasons: [
          { reason: 'domain_blocklisted', sending_account_id: accountId, domain, zone: ZONE },
        ],
      },
    });
  });

  it('have the domain of the reply address too', async () => {
    const domain = domainWith({ a: ['127.0.0.2'] });
    const { reasons } = await gateOf('unlisted.com', { reply_to: `answers@${domain}` });
    expect(reasons).toMatchObject([{ reason: 'domain_blocklisted', domain, zone: ZONE }]);
  });

  it.each([
    ['without a record', {}],
    ['with a refusal of the list', { a: ['127.255.255.254'] }],
    ['with an address outside of 127.0.0.0/8', { a: ['192.0.2.1'] }],
    ['with a failure of the list', { failure: 'refuse' as const }],
  ])('do not block a domain %s', async (_title, answer) => {
    expect((await gateOf(domainWith(answer))).reasons).toEqual([]);
  });
});

describe('a lookup in the blocklists', () => {
  const resolver = createDnsResolver([dns.address], 50);
  const account = { id: 'acc_1', email: 'sales@cached.com', reply_to: null, tracking_domain_id: null };
  const clock = createFakeClock();
  const trackingDomains = { domainsOf: async () => Promise.resolve(new Map([['acc_2', 'go.links.com']])) };
  const options = { resolver, clock, zones: [ZONE], publicHost: '127.0.0.1', trackingDomains };

  it('is asked once an hour for a domain', async () => {
    const blocklist = createBlocklist(options);
    dns.zone.set(`cached.com.${ZONE}`, { a: ['127.0.0.2'] });
    const listing = new Map([['acc_1', { domain: 'cached.com', zone: ZONE }]]);
    expect(await blocklist.lookUp([account, account])).toEqual(listing);
    dns.zone.delete(`cached.com.${ZONE}`);
    expect(await blocklist.lookUp([account])).toEqual(listing);
    expect(dns.questions.filter((name) => name.startsWith('cached.com'))).toHaveLength(1);
    clock.advance(3_600_000);
    expect(await blocklist.lookUp([account])).toEqual(new Map([['acc_1', null]]));
  });

  it('has the tracking domain of the account instead of the public address', async () => {
    dns.zone.set(`links.com.${ZONE}`, { a: ['127.0.0.2'] });
    const listing = { domain: 'links.com', zone: ZONE };
    const blocklist = createBlocklist({ ...options, publicHost: 'links.com' });
    const other = { ...account, email: 'sales@other.com' };
    expect(await createBlocklist(options).lookUp([other, { ...other, id: 'acc_2' }])).toEqual(
      new Map([
        ['acc_1', null],
        ['acc_2', listing],
      ]),
    );
    expect(await blocklist.lookUp([other])).toEqual(new Map([['acc_1', listing]]));
  });

  it('has the public address', async () => {
    dns.zone.set(`links.co.uk.${ZONE}`, { a: ['127.0.0.2'] });
    const blocklist = createBlocklist({ ...options, publicHost: 'go.links.co.uk' });
    const listing = { domain: 'links.co.uk', zone: ZONE };
    const other = { ...account, email: 'sales@other.com' };
    expect(await blocklist.lookUp([other])).toEqual(new Map([['acc_1', listing]]));
  });

  it('is unknown if the list does not answer', async () => {
    dns.zone.set(`silent.com.${ZONE}`, { failure: 'ignore' });
    const silent = { ...account, email: 'sales@silent.com' };
    expect(await createBlocklist(options).lookUp([silent])).toEqual(new Map([['acc_1', 'unknown']]));
  });
});

describe('the daily check of an account', () => {
  it('takes 30 points of its health while a domain is listed', async () => {
    const domain = domainWith({ a: ['127.0.1.2'] });
    const input = {
      email: `sales@${domain}`,
      smtp: { host: 'smtp.shop.test', port: 587, security: 'starttls' },
      imap: undefined,
      warmup: undefined,
      oauth: undefined,
    };
    const mask = ['email', 'smtp.host', 'smtp.port', 'smtp.security'];
    const { account: created } = await client.createSendingAccount(own.ctx, { input, mask });
    const health = async () => client.getSendingAccountHealth(own.ctx, { id: created?.id ?? '' });
    await eventually(async () => expect(await health()).toMatchObject({ health_score: 70 }));
    expect((await health()).factors).toContainEqual({
      factor: 'blocklist',
      observed: 1,
      threshold: 1,
      penalty: 30,
    });
  });
});
