import { afterEach, describe, expect, it } from '@jest/globals';
import { createBoundedFetch, type BoundedFetch } from '@outreach/outbound-kit/bounded-fetch';
import { createLogger } from '@outreach/service-kit';
import { createFakeClock } from '@outreach/testing';
import { startOAuthServer, type Owner, type TestOAuthServer } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { Agent } from 'undici';
import { createIdentityProvider, type IdentityProviderOptions } from './identity-provider.client.ts';
import type { AuthorizationRequest, CodeExchange, IdentityProvider } from './ports.ts';

const REDIRECT = 'http://127.0.0.1:8080/api/v1/auth/oidc/callback/';
const ADA: Owner = { mailbox: 'ada@example.com' };
const REQUEST: AuthorizationRequest = {
  state: 'state-1',
  nonce: 'nonce-1',
  codeVerifier: 'v'.repeat(43),
};
const INVALID = { kind: 'unauthenticated', details: { reason: 'oidc_invalid' } };
const UNAVAILABLE = { kind: 'unavailable', details: { reason: 'oidc_unavailable' } };

const server: TestOAuthServer = await sharedByTests(async () => startOAuthServer(REDIRECT));
const dispatcher = new Agent();
const fetch = createBoundedFetch(dispatcher);

function providerWith(options: Partial<IdentityProviderOptions> = {}): IdentityProvider {
  return createIdentityProvider({
    issuer: server.issuer,
    clientId: 'outreach',
    clientSecret: 'client-secret-93b1',
    redirectUri: REDIRECT,
    fetch,
    clock: createFakeClock(Date.now()),
    logger: createLogger({ name: 'test', level: 'silent' }),
    ...options,
  });
}

/** A person logs in at the provider. Returns the query of the callback. */
async function queryOf(provider: IdentityProvider, owner = ADA): Promise<string> {
  const callback = await server.consent(await provider.authorizationUrl(REQUEST), owner);
  return callback.search.slice(1);
}

async function exchange(changes: Partial<CodeExchange> = {}, owner = ADA) {
  const provider = providerWith();
  return provider.exchange({ ...REQUEST, query: await queryOf(provider, owner), ...changes });
}

afterEach(() => {
  server.faults.isDown = false;
  server.faults.idClaims = undefined;
  server.faults.idToken = undefined;
});

describe('the identity provider', () => {
  it('is asked for a code with PKCE S256, a nonce and a state', async () => {
    const url = new URL(await providerWith().authorizationUrl(REQUEST));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'outreach',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid email',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('returns the address of the person', async () => {
    expect(await exchange()).toEqual({ email: 'ada@example.com', email_verified: true });
  });

  it('is asked for the address by user info when the ID token has none', async () => {
    server.faults.idClaims = ({ email: _email, email_verified: _verified, ...claims }) => claims;
    expect(await exchange()).toEqual({ email: 'ada@example.com', email_verified: true });
  });

  it.each<[string, (claims: Readonly<Record<string, unknown>>) => object]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => ({ ...claims, aud: 'other' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'nonce-2' })],
    ['without a nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['that has expired', (claims) => ({ ...claims, exp: 1 })],
  ])('is not trusted with an ID token %s', async (_name, change) => {
    server.faults.idClaims = change;
    await expect(exchange()).rejects.toMatchObject(INVALID);
  });

  it.each<[string, (token: string) => string]>([
    ['that it has not signed', (token) => token.replace(/[^.]{20}$/, 'A'.repeat(20))],
    ['without a signature', (token) => `eyJhbGciOiJub25lIn0.${token.split('.')[1] ?? ''}.`],
    ['that is no token', () => 'x'],
  ])('is not trusted with an ID token %s', async (_name, change) => {
    server.faults.idToken = change;
    await expect(exchange()).rejects.toMatchObject(INVALID);
  });

  it.each<[string, Partial<CodeExchange>]>([
    ['PKCE verifier', { codeVerifier: 'w'.repeat(43) }],
    ['state', { state: 'state-2' }],
    ['nonce', { nonce: 'nonce-2' }],
    ['code', { query: 'code=wrong&state=state-1' }],
    ['issuer of the callback', { query: 'code=x&state=state-1&iss=https%3A%2F%2Fevil.example' }],
  ])('refuses a log-in with another %s', async (_name, changes) => {
    await expect(exchange(changes)).rejects.toMatchObject(INVALID);
  });

  it('refuses a log-in that the person has canceled', async () => {
    await expect(exchange({}, { ...ADA, refuses: true })).rejects.toMatchObject({
      kind: 'unauthenticated',
      details: { reason: 'oidc_denied' },
    });
  });
});

describe('an identity provider that fails', () => {
  it('is unavailable when it ends connections', async () => {
    const provider = providerWith();
    const query = await queryOf(provider);
    server.faults.isDown = true;
    await expect(provider.exchange({ ...REQUEST, query })).rejects.toMatchObject(UNAVAILABLE);
  });

  it.each<[string, BoundedFetch]>([
    [
      'does not answer in time',
      async (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    ],
    ['answers 500', async () => Promise.resolve(new Response('{}', { status: 500 }))],
    ['redirects', async () => Promise.resolve(new Response(null, { status: 302 }))],
    ['answers without JSON', async () => Promise.resolve(new Response('<html>'))],
    [
      'has metadata of another issuer',
      async () =>
        Promise.resolve(
          Response.json({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/' }),
        ),
    ],
  ])('is unavailable when it %s', async (_name, answer) => {
    const provider = providerWith({ fetch: answer, answerSecondsMax: 0.1 });
    await expect(provider.authorizationUrl(REQUEST)).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is asked again after a failure, and once an hour after a success', async () => {
    const clock = createFakeClock(Date.now());
    const urls: string[] = [];
    const faults = { isDown: true };
    const provider = providerWith({
      clock,
      fetch: async (url, init) => {
        urls.push(url);
        return faults.isDown ? Promise.reject(new Error('down')) : fetch(url, init);
      },
    });
    await expect(provider.authorizationUrl(REQUEST)).rejects.toMatchObject(UNAVAILABLE);
    faults.isDown = false;
    await provider.authorizationUrl(REQUEST);
    await provider.authorizationUrl(REQUEST);
    expect(urls).toHaveLength(2);
    clock.advance(3_600_000);
    await provider.authorizationUrl(REQUEST);
    expect(urls).toHaveLength(3);
  });
});
