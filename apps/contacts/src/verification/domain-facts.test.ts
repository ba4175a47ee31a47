import { describe, expect, it } from '@jest/globals';
import { domainFacts } from './domain-facts.ts';
import type { DnsAnswer, MailHost } from './ports.ts';

const NO_NAME = { kind: 'no_name' } as const;
const NO_RECORDS = { kind: 'no_records' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
const hosts = (...exchanges: string[]): DnsAnswer<MailHost> => ({
  kind: 'records',
  records: exchanges.map((exchange) => ({ exchange, priority: 10 })),
});
const addresses: DnsAnswer<string> = { kind: 'records', records: ['192.0.2.1'] };

interface Domain {
  readonly name: string;
  readonly mx: DnsAnswer<MailHost>;
  readonly a: DnsAnswer<string>;
  readonly facts: object;
}

const mail = { kind: 'mail', provider: 'other' };
const noMail = { kind: 'no_mail' };
const domains: readonly Domain[] = [
  { name: 'a mail server', mx: hosts('mx.acme.example'), a: UNKNOWN, facts: mail },
  { name: 'no name', mx: NO_NAME, a: addresses, facts: noMail },
  { name: 'the null MX', mx: hosts(''), a: addresses, facts: noMail },
  { name: 'the null MX as a dot', mx: hosts('.'), a: addresses, facts: noMail },
  { name: 'no mail server and an address', mx: NO_RECORDS, a: addresses, facts: mail },
  { name: 'neither mail server nor address', mx: NO_RECORDS, a: NO_RECORDS, facts: noMail },
  { name: 'a failure of the first question', mx: UNKNOWN, a: addresses, facts: UNKNOWN },
  { name: 'a failure of the second question', mx: NO_RECORDS, a: UNKNOWN, facts: UNKNOWN },
];

describe('domainFacts', () => {
  it.each(domains)('returns the facts about a domain with $name', async ({ mx, a, facts }) => {
    const dns = { mx: async () => Promise.resolve(mx), a: async () => Promise.resolve(a) };
    expect(await domainFacts(dns, 'acme.example')).toEqual(facts);
  });
});
