import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDnsServer, type DnsRecords } from '@outreach/testing/dns-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { checkDomain } from '../src/sending-accounts/check-domain.ts';
import { createDnsResolver } from '../src/sending-accounts/dns.client.ts';
import {
  accountCall,
  createAccount,
  newWorkspace,
  readAccount,
  startAccounts,
  updateAccount,
} from './accounts-harness.ts';

const SPF = 'v=spf1 include:_spf.shop.example -all';
const KEY = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}`;
const DMARC = 'v=DMARC1; p=none';

const dns = await sharedByTests(startDnsServer);
const accounts = await sharedByTests(startAccounts);
const resolver = createDnsResolver([dns.address]);

let count = 0;

/** Adds a domain with these records; the names are relative to it. */
function addDomain(names: Readonly<Record<string, DnsRecords>>, zone = dns.zone): string {
  count += 1;
  const domain = `shop${count}.com`;
  for (const [name, records] of Object.entries(names))
    zone.set(name === '@' ? domain : `${name}.${domain}`, records);
  return domain;
}

const complete: Readonly<Record<string, DnsRecords>> = {
  '@': { txt: ['other=1', SPF], mx: ['mx.shop.example'] },
  'selector1._domainkey': { txt: [KEY] },
  _dmarc: { txt: [DMARC] },
};

describe('checkDomain', () => {
  it.each<[string, Readonly<Record<string, DnsRecords>>, object]>([
    ['all records', complete, { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass' }],
    ['no record', { '@': {} }, { spf: 'fail', dkim: 'fail', dmarc: 'fail', mx: 'fail' }],
    ['no name', {}, { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', mx: 'unknown' }],
    ['two SPF records', { ...complete, '@': { txt: [SPF, SPF] } }, { spf: 'fail', mx: 'fail' }],
    ['a similar SPF record', { ...complete, '@': { txt: ['v=spf10'] } }, { spf: 'fail' }],
    ['a null MX record', { ...complete, '@': { txt: [SPF], mx: ['.'] } }, { spf: 'pass', mx: 'fail' }],
    ['a revoked key', { ...complete, 'selector1._domainkey': { txt: ['v=DKIM1; p='] } }, { dkim: 'unknown' }],
    [
      'a key under another selector',
      { '@': { txt: [SPF] }, _domainkey: {}, 's2048._domainkey': { txt: [KEY] } },
      { dkim: 'unknown' },
    ],
    ['a wrong DMARC record', { ...complete, _dmarc: { txt: ['v=DMARC2'] } }, { dmarc: 'fail' }],
    [
      'a refused answer',
      { '@': { failure: 'refuse' } },
      { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', mx: 'unknown' },
    ],
    [
      'a refused DMARC answer',
      { ...complete, _dmarc: { failure: 'refuse' } },
      { spf: 'pass', dmarc: 'unknown' },
    ],
    [
      'a refused DKIM answer',
      { '@': { txt: [SPF] }, 'k1._domainkey': { failure: 'refuse' } },
      { dkim: 'unknown' },
    ],
  ])('of a domain with %s', async (_title, names, expected) => {
    expect(await checkDomain(resolver, addDomain(names))).toMatchObject(expected);
  });

  it('accepts the DMARC record of a parent domain', async () => {
    const domain = addDomain({ mail: { txt: [SPF] }, _dmarc: { txt: [DMARC] } });
    expect(await checkDomain(resolver, `mail.${domain}`)).toMatchObject({ dmarc: 'pass' });
  });

  it('is unknown if the name server does not answer', async () => {
    const domain = addDomain({ '@': { failure: 'ignore' } });
    const impatient = createDnsResolver([dns.address], 20);
    expect(await checkDomain(impatient, domain)).toMatchObject({ spf: 'unknown', mx: 'unknown' });
  });

  it.each(['test', 'example', 'invalid', 'localhost', 'local', 'internal', 'onion'])(
    'asks no server about the reserved top-level domain %s',
    async (tld) => {
      dns.zone.set(`shop.${tld}`, {});
      expect(await checkDomain(resolver, `shop.${tld}`)).toMatchObject({ spf: 'unknown', dmarc: 'unknown' });
      expect(dns.questions.filter((name) => name.endsWith(tld))).toEqual([]);
    },
  );
});

describe('the DNS records of an account', () => {
  it('are checked after its creation, and after a change of its domain', async () => {
    const domain = addDomain(complete, accounts.dns.zone);
    const account = await createAccount(accounts, newWorkspace(), { email: `sales@${domain}` });
    expect(account.auth?.checked_at).toBeUndefined();
    await eventually(async () => {
      const { auth, updated_at: updatedAt } = await readAccount(accounts, account);
      expect(auth).toMatchObject({
        spf: 'pass',
        dkim: 'pass',
        dmarc: 'pass',
        mx: 'pass',
        checked_at: expect.any(Date),
      });
      expect(updatedAt).toEqual(account.updated_at);
    });
    const other = addDomain({ '@': { txt: [SPF] } }, accounts.dns.zone);
    const moved = await updateAccount(accounts, account, { email: `sales@${other}` });
    expect(moved.auth).toMatchObject({ spf: 'unknown', checked_at: undefined });
    await eventually(async () => {
      const { auth } = await readAccount(accounts, account);
      expect(auth).toMatchObject({ spf: 'pass', dmarc: 'fail', mx: 'fail' });
    });
  });

  it('are checked again after 24 hours', async () => {
    const account = await createAccount(accounts, newWorkspace());
    await eventually(async () => {
      const filter: object = { _id: account.id, lease_token: null, attempts: 0 };
      const row = await accounts.database.collection('account_dns_checks').findOne(filter);
      const pauseHours = (Number(row?.['due_at']) - Date.now()) / 3_600_000;
      expect(pauseHours).toBeGreaterThan(23);
      expect(pauseHours).toBeLessThanOrEqual(25);
    });
  });

  it('are checked by a test of the account', async () => {
    const domain = addDomain({ '@': { txt: [] } }, accounts.dns.zone);
    const account = await createAccount(accounts, newWorkspace(), {
      email: `sales@${domain}`,
      smtp: { host: '127.0.0.1', port: 1, security: 'none' },
    });
    await eventually(async () => {
      expect((await readAccount(accounts, account)).auth).toMatchObject({ spf: 'fail' });
    });
    accounts.dns.zone.set(domain, { txt: [SPF] });
    await accounts.client.testSendingAccount(accountCall(account.workspace_id), { id: account.id });
    expect((await readAccount(accounts, account)).auth).toMatchObject({ spf: 'pass' });
  });
});
