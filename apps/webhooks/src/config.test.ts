import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.ts';

const env = {
  MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0',
  NATS_URL: 'nats://127.0.0.1:4222',
  IDENTITY_PRIVATE_KEY: '{}',
  IDENTITY_PUBLIC_KEYS: '{}',
  SERVICE_KEY: Buffer.alloc(32).toString('base64'),
};

describe('configuration', () => {
  it('reaches no private network by default', () => {
    expect(loadConfig(env).OUTBOUND_ALLOW_PRIVATE_CIDRS).toEqual([]);
    expect(loadConfig({ ...env, OUTBOUND_ALLOW_PRIVATE_CIDRS: '' }).OUTBOUND_ALLOW_PRIVATE_CIDRS).toEqual([]);
  });

  it('lists networks', () => {
    const config = loadConfig({ ...env, OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8, ::1/128' });
    expect(config.OUTBOUND_ALLOW_PRIVATE_CIDRS).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('refuses a lease that an exchange may outlive, and a network that is none', () => {
    const load = (): unknown =>
      loadConfig({ ...env, DELIVERY_LEASE_MS: '30000', OUTBOUND_ALLOW_PRIVATE_CIDRS: 'home' });
    expect(load).toThrow('OUTBOUND_ALLOW_PRIVATE_CIDRS');
    expect(load).toThrow('DELIVERY_LEASE_MS');
  });
});
