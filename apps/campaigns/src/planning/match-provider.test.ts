import { describe, expect, it } from '@jest/globals';
import { accountProvider, leadProvider } from './match-provider.ts';

describe('accountProvider', () => {
  it.each([
    ['google', 'mail.acme.example', 'google'],
    ['microsoft', 'mail.acme.example', 'microsoft'],
    ['smtp', 'smtp.gmail.com', 'google'],
    ['smtp', 'smtp-relay.gmail.com', 'google'],
    ['smtp', 'smtp.office365.com', 'microsoft'],
    ['smtp', 'smtp-mail.outlook.com', 'microsoft'],
    ['smtp', 'smtp.acme.example', null],
    ['smtp', 'notgmail.com', null],
    ['ses', 'email-smtp.eu-west-1.amazonaws.com', null],
  ] as const)(
    'of an account with the provider %s and the server %s is %p',
    (...[provider, host, expected]) => {
      expect(accountProvider({ provider, smtp: { host } })).toBe(expected);
    },
  );
});

describe('leadProvider', () => {
  it.each([
    ['prefer', 'google', 'google'],
    ['prefer', 'microsoft', 'microsoft'],
    ['prefer', 'other', null],
    ['prefer', null, null],
    ['off', 'google', null],
  ] as const)('with the matching %s and the mailbox %p is %p', (...[matching, mailProvider, expected]) => {
    expect(leadProvider({ provider_matching: matching }, mailProvider)).toBe(expected);
  });
});
