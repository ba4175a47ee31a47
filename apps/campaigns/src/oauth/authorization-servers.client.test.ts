import { describe, expect, it } from '@jest/globals';
import type { BoundedFetch } from '@outreach/outbound-kit/bounded-fetch';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createAuthorizationServers } from './authorization-servers.client.ts';
import { createProviders } from './providers.ts';

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const REDIRECT = 'https://mail.example.com/oauth/callback/';
const { privateKey, publicKey } = await generateKeyPair('RS256');
const unset = { issuer: '', authorizationUrl: '', tokenUrl: '', jwksUrl: '', revocationUrl: '' };
const settings = { ...unset, clientId: 'outreach', clientSecret: 'secret', smtp: undefined, imap: undefined };
const microsoft = createProviders({
  settings: { google: settings, microsoft: settings },
  microsoftTenant: 'common',
}).require('microsoft');

async function idToken(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({ nonce: 'nonce-1', tid: TENANT, preferred_username: 'Ada@Example.org', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setSubject('sub-1')
    .setAudience('outreach')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
}

/** The endpoints of Microsoft. */
async function exchange(claims: Record<string, unknown>) {
  const requested: string[] = [];
  const fetch: BoundedFetch = async (url) => {
    requested.push(url);
    if (url === microsoft.jwksUrl)
      return Response.json({
        keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    return Response.json({
      access_token: 'access-1',
      refresh_token: 'refresh-1',
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'openid SMTP.Send',
      id_token: await idToken(claims),
    });
  };
  const result = await createAuthorizationServers(fetch).exchange(microsoft, {
    callbackUrl: new URL(`${REDIRECT}?code=abc&state=state-1&session_state=x`),
    state: 'state-1',
    nonce: 'nonce-1',
    codeVerifier: 'v'.repeat(43),
  });
  return { ...result, requested };
}

describe('the consent of a mailbox of Microsoft', () => {
  it('asks for offline access to SMTP and IMAP, without a request', async () => {
    const servers = createAuthorizationServers(async () => Promise.reject(new Error('No request.')));
    const request = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), redirectUri: REDIRECT };
    const url = new URL(
      await servers.authorizationUrl(microsoft, { ...request, loginHint: 'ada@example.org' }),
    );
    expect(url.origin + url.pathname).toBe('https://login.microsoftonline.com/common/oauth2/v2.0/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'outreach',
      redirect_uri: REDIRECT,
      code_challenge_method: 'S256',
      login_hint: 'ada@example.org',
      scope: expect.stringContaining('offline_access https://outlook.office.com/SMTP.Send'),
    });
  });

  it('accepts an ID token of the tenant that it names', async () => {
    const { answer, claims, requested } = await exchange({
      iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    });
    expect(answer).toEqual({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      expiresIn: 3_600,
      scopes: ['openid', 'SMTP.Send'],
    });
    expect(claims).toMatchObject({ sub: 'sub-1', preferred_username: 'Ada@Example.org' });
    expect(requested).toEqual([microsoft.tokenUrl, microsoft.jwksUrl]);
  });

  it.each([
    ['of another tenant', { iss: 'https://login.microsoftonline.com/other/v2.0' }],
    ['of another server', { iss: 'https://evil.example/v2.0' }],
    ['without a tenant', { iss: `https://login.microsoftonline.com/${TENANT}/v2.0`, tid: undefined }],
  ])('refuses an ID token %s', async (_name, claims) => {
    await expect(exchange(claims)).rejects.toMatchObject({ failure: 'invalid_id_token' });
  });
});
