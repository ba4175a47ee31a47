import { describe, expect, it } from '@jest/globals';
import { NOTIFICATION_EVENTS } from '@outreach/contracts-webhooks';
import { createAddressGuard } from '@outreach/outbound-kit';
import { checkSettings, EMAILS_MAX, previewOf, type SettingsInput } from './settings.ts';

const hosts = createAddressGuard([]);
const input = (changes: Partial<SettingsInput>): SettingsInput => ({ emails: [], events: [], ...changes });
const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `person${index}@example.com`);

describe('notification settings', () => {
  it('have normalised addresses, each event of the list, and a URL', () => {
    const url = 'https://hooks.slack.com/services/T0/B0/x';
    const given = { emails: [' Ops@Example.COM '], events: NOTIFICATION_EVENTS, slack_webhook_url: url };
    expect(checkSettings(given, hosts)).toEqual({ ...given, emails: ['ops@example.com'] });
    expect(checkSettings(input({ emails: addresses(EMAILS_MAX) }), hosts).emails).toHaveLength(20);
  });

  it.each([
    ['an address of another form', { emails: ['ops@example.com', 'ops'] }, 'emails[1]'],
    ['a header in an address', { emails: ['ops@example.com\r\nBcc: b@example.com'] }, 'emails[0]'],
    ['an address twice, in any case', { emails: ['ops@example.com', 'OPS@example.com'] }, 'emails[1]'],
    ['more than 20 addresses', { emails: addresses(EMAILS_MAX + 1) }, 'emails'],
    ['an event that is not in the list', { events: ['contact.created'] }, 'events[0]'],
    ['an event twice', { events: ['import.completed', 'import.completed'] }, 'events[1]'],
    ['a private address', { slack_webhook_url: 'http://10.0.0.1/hook' }, 'slack_webhook_url'],
    ['another scheme', { slack_webhook_url: 'ftp://hooks.example.com/' }, 'slack_webhook_url'],
    ['the preview of a URL', { slack_webhook_url: 'hooks.slack.com …a1B2' }, 'slack_webhook_url'],
  ])('are refused with %s', (_what, changes, field) => {
    expect(() => checkSettings(input(changes), hosts)).toThrow(
      expect.objectContaining({
        kind: 'invalid_argument',
        field,
        message: expect.stringContaining(field),
      }),
    );
  });
});

describe('the preview of a URL', () => {
  it.each([
    ['https://hooks.slack.com/services/T000/B000/XXXXXXXXa1B2', 'hooks.slack.com', 'a1B2'],
    ['https://chat.example.com:8443/hooks/?token=0123456789', 'chat.example.com:8443', '6789'],
    ['https://example.com/short-secret', 'example.com', ''],
    ['https://example.com/', 'example.com', ''],
  ])('of %s is its host and at most four of many characters', (url, host, preview) => {
    expect(previewOf(url)).toEqual({ host, preview });
  });
});
