import { describe, expect, it } from '@jest/globals';
import { webhooksService } from './app.ts';

const env = {
  MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0',
  NATS_URL: 'nats://127.0.0.1:4222',
  IDENTITY_PRIVATE_KEY: '{}',
  IDENTITY_PUBLIC_KEYS: '{}',
  SERVICE_KEY: Buffer.alloc(32).toString('base64'),
};

describe('configuration', () => {
  it('allows no private network by default', () => {
    expect(webhooksService.config.load(env).OUTBOUND_ALLOW_PRIVATE_CIDRS).toEqual([]);
    expect(
      webhooksService.config.load({ ...env, OUTBOUND_ALLOW_PRIVATE_CIDRS: '' }).OUTBOUND_ALLOW_PRIVATE_CIDRS,
    ).toEqual([]);
  });

  it('parses a list of networks', () => {
    const config = webhooksService.config.load({
      ...env,
      OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8, ::1/128',
    });
    expect(config.OUTBOUND_ALLOW_PRIVATE_CIDRS).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('refuses a lease shorter than an exchange and a malformed network', () => {
    const load = (): unknown =>
      webhooksService.config.load({
        ...env,
        DELIVERY_LEASE_MS: '30000',
        OUTBOUND_ALLOW_PRIVATE_CIDRS: 'home',
      });
    expect(load).toThrow('OUTBOUND_ALLOW_PRIVATE_CIDRS');
    expect(load).toThrow('DELIVERY_LEASE_MS');
  });
});
