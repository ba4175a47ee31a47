import { describe, expect, it } from '@jest/globals';
import { authConfig } from './config.ts';

const env = {
  MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0',
  NATS_URL: 'nats://127.0.0.1:4222',
  IDENTITY_PRIVATE_KEY: '{}',
  IDENTITY_PUBLIC_KEYS: '{}',
  SERVICE_KEY: Buffer.alloc(32).toString('base64'),
};
const client = { OIDC_CLIENT_ID: 'outreach', OIDC_CLIENT_SECRET: 'secret' };
const load = (changes: Readonly<Record<string, string>>) => authConfig.load({ ...env, ...changes });

describe('the identity provider', () => {
  it('is none by default, and needs all of its settings', () => {
    expect(load({})).toMatchObject({ OIDC_ISSUER: '' });
    expect(() => load(client)).toThrow('OIDC_ISSUER: set all of');
    const OIDC_ISSUER = 'https://login.example.com';
    expect(() => load({ OIDC_ISSUER })).toThrow('OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all of');
  });

  it.each(['https://login.example.com/realms/main', 'http://127.0.0.1:8089', 'http://[::1]:8089'])(
    'may be %s',
    (OIDC_ISSUER) => {
      expect(load({ ...client, OIDC_ISSUER })).toMatchObject({ OIDC_ISSUER });
    },
  );

  it.each([
    'http://login.example.com',
    'https://user:password@login.example.com',
    'https://login.example.com/?tenant=a',
    'login.example.com',
  ])('may not be %s', (OIDC_ISSUER) => {
    expect(() => load({ ...client, OIDC_ISSUER })).toThrow('OIDC_ISSUER: must be an https address');
  });
});
