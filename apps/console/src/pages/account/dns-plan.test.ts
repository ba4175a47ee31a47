import { describe, expect, it } from '@jest/globals';
import type { SendingAccount } from '../../data/accounts.ts';
import { dnsPlan } from './dns-plan.ts';

const auth = { spf: 'pass', dkim: 'unknown', dmarc: 'fail', mx: 'pass', checked_at: null } as const;
const plan = (provider: SendingAccount['provider']) =>
  dnsPlan({ email: 'maria@mail.example.org', provider, auth }).map(
    ({ label, name, value, status }) => `${label} ${status} ${name} = ${value ?? ''}`,
  );

describe('dnsPlan', () => {
  it.each([
    [
      'google',
      [
        'SPF pass mail.example.org = v=spf1 include:_spf.google.com ~all',
        'DKIM unknown google._domainkey.mail.example.org = ',
        'DMARC fail _dmarc.mail.example.org = v=DMARC1; p=none; rua=mailto:maria@mail.example.org',
        'MX pass mail.example.org = 1 smtp.google.com',
      ],
    ],
    [
      'microsoft',
      [
        'SPF pass mail.example.org = v=spf1 include:spf.protection.outlook.com -all',
        'DKIM unknown selector1._domainkey.mail.example.org = ',
        'DMARC fail _dmarc.mail.example.org = v=DMARC1; p=none; rua=mailto:maria@mail.example.org',
        'MX pass mail.example.org = 0 mail-example-org.mail.protection.outlook.com',
      ],
    ],
    [
      'smtp',
      [
        'SPF pass mail.example.org = ',
        'DKIM unknown <selector>._domainkey.mail.example.org = ',
        'DMARC fail _dmarc.mail.example.org = v=DMARC1; p=none; rua=mailto:maria@mail.example.org',
        'MX pass mail.example.org = ',
      ],
    ],
  ] as const)('lists the records of %s', (provider, records) => {
    expect(plan(provider)).toEqual(records);
  });
});
