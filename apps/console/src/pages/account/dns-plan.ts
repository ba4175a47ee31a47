import type { SendingAccount } from '../../data/accounts.ts';
import type { DnsRecord } from '../../parts/dns-records.tsx';

type Provider = SendingAccount['provider'];

/** The published SPF of each provider. */
const SPF: Readonly<Record<Provider, string | undefined>> = {
  google: 'v=spf1 include:_spf.google.com ~all',
  microsoft: 'v=spf1 include:spf.protection.outlook.com -all',
  ses: 'v=spf1 include:amazonses.com ~all',
  smtp: undefined,
};

interface KeyPlan {
  readonly selector: string;
  readonly type: string;
  readonly source: string;
}

const DKIM: Readonly<Record<Provider, KeyPlan>> = {
  google: { selector: 'google', type: 'TXT', source: 'Google Admin under Gmail, Authenticate email' },
  microsoft: { selector: 'selector1', type: 'CNAME', source: 'Microsoft Defender under DKIM' },
  ses: { selector: '<token>', type: 'CNAME', source: 'Amazon SES under the identity of the domain' },
  smtp: { selector: '<selector>', type: 'TXT', source: 'your mail provider' },
};

/** The records that the domain of an account requires: what to put where. */
export function dnsPlan({
  email,
  provider,
  auth,
}: Pick<SendingAccount, 'email' | 'provider' | 'auth'>): readonly DnsRecord[] {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const key = DKIM[provider];
  return [
    {
      label: 'SPF',
      type: 'TXT',
      name: domain,
      value: SPF[provider],
      status: auth.spf,
      help:
        SPF[provider] === undefined
          ? 'Names the servers that send for the domain. Your mail provider has the value, which begins with v=spf1.'
          : 'Names the servers that send for the domain. A domain has one SPF record: add the include to it if it exists.',
    },
    {
      label: 'DKIM',
      type: key.type,
      name: `${key.selector}._domainkey.${domain}`,
      value: undefined,
      status: auth.dkim,
      help: `The key that signs emails. Its value is made by ${key.source}. A key under an unusual selector stays unknown here.`,
    },
    {
      label: 'DMARC',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:${email}`,
      status: auth.dmarc,
      help: 'Says what receivers do with emails that fail SPF and DKIM. Reports go to the address in rua.',
    },
    {
      label: 'MX',
      type: 'MX',
      name: domain,
      value: mailServer(provider, domain),
      status: auth.mx,
      help: 'Names the servers that receive replies and bounces.',
    },
  ];
}

function mailServer(provider: Provider, domain: string): string | undefined {
  if (provider === 'google') return '1 smtp.google.com';
  if (provider === 'microsoft') return `0 ${domain.replaceAll('.', '-')}.mail.protection.outlook.com`;
  return undefined;
}
