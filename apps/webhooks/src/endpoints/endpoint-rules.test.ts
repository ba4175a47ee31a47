import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { createAddressGuard } from '@outreach/outbound-kit';
import { eventCatalogue } from '../catalogue/index.ts';
import { checkEndpoint, type EndpointInput } from './endpoint-rules.ts';

const rules = { hosts: createAddressGuard([]), catalogue: eventCatalogue };
const good: EndpointInput = {
  name: 'CRM',
  url: 'https://example.com/hook',
  event_subscriptions: ['contact.created'],
  custom_headers: {},
};

function wrongFields(input: Partial<EndpointInput>): string[] {
  try {
    checkEndpoint({ ...good, ...input }, rules);
    return [];
  } catch (err) {
    if (err instanceof AppError) return err.errors.map(({ field }) => field);
    throw err;
  }
}

describe('checkEndpoint', () => {
  it('removes duplicate subscriptions and keeps their order', () => {
    const types = ['email.sent', 'contact.created', 'email.sent'];
    expect(checkEndpoint({ ...good, event_subscriptions: types }, rules).event_subscriptions).toEqual([
      'email.sent',
      'contact.created',
    ]);
  });

  it.each<[string, Partial<EndpointInput>, string[]]>([
    ['no name', { name: '' }, ['name']],
    ['a name of spaces', { name: '  ' }, ['name']],
    ['a long name', { name: 'é'.repeat(201) }, ['name']],
    ['a name with NUL', { name: 'a\0b' }, ['name']],
    ['a name with half a character', { name: 'a\ud800' }, ['name']],
    ['no url', { url: '' }, ['url']],
    ['no subscription', { event_subscriptions: [] }, ['event_subscriptions']],
    ['a wildcard', { event_subscriptions: ['contact.*'] }, ['event_subscriptions[0]']],
    [
      'unknown types',
      { event_subscriptions: ['x', 'email.sent', 'webhook.test'] },
      ['event_subscriptions[0]', 'event_subscriptions[2]'],
    ],
  ])('refuses %s', (_name, input, fields) => expect(wrongFields(input)).toEqual(fields));

  it.each([
    'Host',
    'content-type',
    'Content-Length',
    'transfer-encoding',
    'Connection',
    'keep-alive',
    'Upgrade',
    'expect',
    'TE',
    'trailer',
    'Proxy-Authorization',
    'user-agent',
    'Webhook-Id',
    'webhook-anything',
    'X-Service-Replay',
    'with space',
    'with:colon',
    'with\r\nbreak',
    '',
    'Ümlaut',
  ])('refuses the header %j', (name) => {
    expect(wrongFields({ custom_headers: { [name]: 'x' } })).toEqual([`custom_headers.${name}`]);
  });

  it.each(['a\r\nb', 'ü', '\0', '\x7f', 'x'.repeat(1_025)])('refuses the header value %j', (value) => {
    expect(wrongFields({ custom_headers: { 'X-A': value } })).toEqual(['custom_headers.X-A']);
  });

  it('accepts the maximum number and length of each field', () => {
    const headers = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`X-${n}`, `\t ${'~'.repeat(1_022)}`]),
    );
    expect(wrongFields({ name: 'é'.repeat(200), custom_headers: { ...headers } })).toEqual([]);
    expect(wrongFields({ custom_headers: { ...headers, Authorization: 'Bearer x' } })).toEqual([
      'custom_headers',
    ]);
    expect(wrongFields({ custom_headers: { Authorization: 'Bearer x', 'X-Empty': '' } })).toEqual([]);
  });
});
