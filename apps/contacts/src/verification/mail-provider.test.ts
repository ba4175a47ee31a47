import { describe, expect, it } from '@jest/globals';
import { mailProviderOf } from './mail-provider.ts';

const host = (exchange: string, priority = 10) => ({ exchange, priority });

describe('mailProviderOf', () => {
  it.each([
    ['aspmx.l.google.com', 'google'],
    ['SMTP.Google.com.', 'google'],
    ['aspmx2.googlemail.com', 'google'],
    ['acme-example.mail.protection.outlook.com', 'microsoft'],
    ['hotmail-com.olc.protection.outlook.com', 'microsoft'],
    ['acme-example.x-v1.mx.microsoft', 'microsoft'],
    ['mx.acme.example', 'other'],
    ['notgoogle.com', 'other'],
    ['google.com.attacker.example', 'other'],
  ])('names the provider of the mail server %s as %s', (exchange, provider) => {
    expect(mailProviderOf([host(exchange)])).toBe(provider);
  });

  it('names the provider of the mail server that is asked first', () => {
    expect(mailProviderOf([host('mx.backup.example', 20), host('aspmx.l.google.com', 1)])).toBe('google');
    expect(mailProviderOf([host('aspmx.l.google.com', 20), host('mx.gateway.example', 1)])).toBe('other');
  });

  it('names a domain without a mail server as other', () => {
    expect(mailProviderOf([])).toBe('other');
  });
});
