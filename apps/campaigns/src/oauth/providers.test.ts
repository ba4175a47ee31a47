import { describe, expect, it } from '@jest/globals';
import { createProviders, isServerOf, mailboxOf, type ProviderSettings } from './providers.ts';

const NONE: ProviderSettings = {
  clientId: '',
  clientSecret: '',
  issuer: '',
  authorizationUrl: '',
  tokenUrl: '',
  jwksUrl: '',
  revocationUrl: '',
  smtp: undefined,
  imap: undefined,
};
const REGISTERED = { ...NONE, clientId: 'outreach' };
const both = createProviders({
  settings: { google: REGISTERED, microsoft: REGISTERED },
  microsoftTenant: 'common',
});
const google = both.require('google');
const microsoft = both.require('microsoft');

describe('a provider', () => {
  it('exists if its application is registered', () => {
    const settings = { google: NONE, microsoft: REGISTERED };
    const providers = createProviders({ settings, microsoftTenant: 'common' });
    expect([providers.find('google'), providers.find('microsoft')?.name]).toEqual([undefined, 'microsoft']);
    expect(() => providers.require('google')).toThrow('has not configured');
  });

  it('has its public servers by default', () => {
    expect([google.smtp, google.imap]).toEqual([
      { host: 'smtp.gmail.com', port: 465, security: 'tls' },
      { host: 'imap.gmail.com', port: 993, security: 'tls' },
    ]);
    expect([microsoft.smtp, microsoft.imap]).toEqual([
      { host: 'smtp.office365.com', port: 587, security: 'starttls' },
      { host: 'outlook.office365.com', port: 993, security: 'tls' },
    ]);
  });

  it('has the issuer of its tenant', () => {
    const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47';
    const settings = { google: NONE, microsoft: REGISTERED };
    const issuerOf = (microsoftTenant: string) =>
      createProviders({ settings, microsoftTenant }).find('microsoft')?.issuer;
    expect(issuerOf(tenant)).toBe(`https://login.microsoftonline.com/${tenant}/v2.0`);
    expect(issuerOf('example.org')).toBe('https://login.microsoftonline.com/{tenantid}/v2.0');
  });

  it('has no public revocation endpoint beside a private token endpoint', () => {
    const settings = { google: { ...REGISTERED, tokenUrl: 'https://id.test/token' }, microsoft: NONE };
    const found = createProviders({ settings, microsoftTenant: 'common' }).find('google');
    expect([google.revocationUrl, found?.revocationUrl]).toEqual([
      'https://oauth2.googleapis.com/revoke',
      null,
    ]);
  });
});

describe('the mailbox of an ID token', () => {
  it.each([
    [google, { email: 'Ada@Example.org' }, 'ada@example.org'],
    [google, { preferred_username: 'ada@example.org' }, undefined],
    [microsoft, { preferred_username: 'Ada@Example.org' }, 'ada@example.org'],
    [microsoft, { email: 'ada@example.org', preferred_username: 'bob@example.org' }, 'ada@example.org'],
    [microsoft, { email: 'no address', preferred_username: 'bob@example.org' }, undefined],
    [google, { email: ['ada@example.org'] }, undefined],
  ])('is its claim', (provider, claims, expected) => {
    expect(mailboxOf(provider, claims)).toBe(expected);
  });
});

describe('a server that may get tokens', () => {
  const server = (host: string, security: 'none' | 'tls' = 'tls') => ({ host, port: 465, security });
  const own = { ...google, smtp: server('mail.test', 'none') };

  it.each([
    [google, server('smtp.gmail.com'), true],
    [google, server('smtp-relay.gmail.com'), true],
    [google, server('smtp.gmail.com', 'none'), false],
    [google, server('evil-gmail.com'), false],
    [google, server('gmail.com.evil.test'), false],
    [google, server('smtp.office365.com'), false],
    [microsoft, server('smtp-mail.outlook.com'), true],
    [own, server('mail.test', 'none'), true],
    [own, server('other.test', 'none'), false],
  ])('belongs to the provider', (provider, candidate, expected) => {
    expect(isServerOf(provider, candidate)).toBe(expected);
  });
});
