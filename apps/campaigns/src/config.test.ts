import { describe, expect, it } from '@jest/globals';
import { campaignsConfig } from './config.ts';

const env = {
  MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0',
  NATS_URL: 'nats://127.0.0.1:4222',
  IDENTITY_PRIVATE_KEY: '{}',
  IDENTITY_PUBLIC_KEYS: '{}',
  SERVICE_KEY: Buffer.alloc(32).toString('base64'),
  TRACKING_KEY: Buffer.alloc(32).toString('base64'),
  CONTACTS_ADDRESS: '127.0.0.1:1',
};
const PLATFORM_2_URL = 'https://adapter.example.com/emails';
const load = (changes: Readonly<Record<string, string>>) => campaignsConfig.load({ ...env, ...changes });

describe('the host of tracking domains', () => {
  it('is none by default, and not the host of the public address', () => {
    expect(load({})).toMatchObject({ TRACKING_HOST: '' });
    const PUBLIC_BASE_URL = 'https://mail.example.com:8443';
    expect(load({ PUBLIC_BASE_URL, TRACKING_HOST: 'Track.example.com' })).toMatchObject({
      TRACKING_HOST: 'track.example.com',
    });
    expect(() => load({ PUBLIC_BASE_URL, TRACKING_HOST: 'mail.example.com' })).toThrow(
      'TRACKING_HOST: must not be the host of PUBLIC_BASE_URL',
    );
    expect(() => load({ TRACKING_HOST: 'https://track.example.com' })).toThrow('TRACKING_HOST: must be');
  });
});

describe('the configuration of platforms', () => {
  it('has none by default', () => {
    expect(load({})).toMatchObject({ PLATFORM_1_URL: '', PLATFORM_1_SECRET: '', PLATFORM_4_URL: '' });
  });

  it.each([`whsec_${Buffer.alloc(24).toString('base64')}`, 'x'.repeat(32)])(
    'accepts the secret %s',
    (secret) => {
      expect(load({ PLATFORM_2_URL, PLATFORM_2_SECRET: secret })).toMatchObject({ PLATFORM_2_URL });
    },
  );

  it('refuses a URL without a secret and a secret without a URL', () => {
    expect(() => load({ PLATFORM_2_URL })).toThrow(
      'PLATFORM_2_SECRET: is required, because PLATFORM_2_URL is set; set both or neither',
    );
    expect(() => load({ PLATFORM_3_SECRET: 'x'.repeat(32) })).toThrow('PLATFORM_3_URL: is required');
  });

  it.each([
    ['PLATFORM_2_SECRET', 'x'.repeat(31)],
    ['PLATFORM_2_SECRET', 'a secret with spaces, which is long enough'],
    ['PLATFORM_2_SECRET', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['PLATFORM_2_SECRET', 'whsec_this is no base64, although it is long enough'],
    ['PLATFORM_2_URL', 'ftp://adapter.example.com'],
    ['PLATFORM_2_URL', 'https://user:password@adapter.example.com'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => load({ PLATFORM_2_URL, PLATFORM_2_SECRET: 'x'.repeat(32), [name]: value })).toThrow(name);
  });
});
