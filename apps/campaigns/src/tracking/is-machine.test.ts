import { describe, expect, it } from '@jest/globals';
import { isMachine } from './is-machine.ts';

const PERSON = {
  method: 'GET',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36',
  address: '203.0.113.7',
} as const;

describe('isMachine', () => {
  it.each([
    ['a browser', PERSON],
    ['the image proxy of Gmail', { ...PERSON, user_agent: 'Mozilla/5.0 (Windows NT 5.1) GoogleImageProxy' }],
    ['curl, which a person runs', { ...PERSON, user_agent: 'curl/8.5.0' }],
    ['an IPv6 address', { ...PERSON, address: '2001:db8::1' }],
    ['an unreadable address', { ...PERSON, address: '' }],
  ])('is false for %s', (_, origin) => {
    expect(isMachine(origin)).toBe(false);
  });

  it.each([
    ['HEAD', { ...PERSON, method: 'HEAD' as const }],
    ['no user agent', { ...PERSON, user_agent: ' ' }],
    ['a privacy proxy', { ...PERSON, user_agent: 'Mozilla/5.0' }],
    ['a scanner', { ...PERSON, user_agent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }],
    ['a script', { ...PERSON, user_agent: 'python-requests/2.32' }],
    ['a network of scanners', { ...PERSON, address: '40.107.1.2' }],
    ['a mapped address', { ...PERSON, address: '::ffff:67.231.150.1' }],
    ['an IPv6 network', { ...PERSON, address: '2a01:111:f400::5' }],
  ])('is true for %s', (_, origin) => {
    expect(isMachine(origin)).toBe(true);
  });
});
