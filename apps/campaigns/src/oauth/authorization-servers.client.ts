import { isUnreached, type BoundedFetch, type FetchInit } from '@outreach/outbound-kit/bounded-fetch';
import * as oauth from 'openid-client';
import { z } from 'zod';
import { OAuthFailed, type AuthorizationServers, type CodeExchange, type TokenAnswer } from './ports.ts';
import type { OAuthProvider } from './providers.ts';

const ANSWER_SECONDS_MAX = 10;
/** RFC 6749 §5.1 recommends `expires_in`; the large providers send an hour. */
const LIFE_SECONDS_DEFAULT = 3_600;
const LIFE_SECONDS_MAX = 30 * 86_400;
const TOKEN_CHARACTERS_MAX = 16_384;
const SCOPES_MAX = 50;
const OK = 200;
const TENANT = '{tenantid}';
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'Ed25519', 'EdDSA'];
/** Codes of RFC 6749 §5.2 that may be shown. */
const CODES = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

const token = z
  .string()
  .min(1)
  .max(TOKEN_CHARACTERS_MAX)
  .regex(/^[\x20-\x7e]+$/);
const Answer = z.object({
  access_token: token,
  refresh_token: token.optional(),
  expires_in: z.coerce.number().positive().max(LIFE_SECONDS_MAX).default(LIFE_SECONDS_DEFAULT),
  scope: z.string().optional(),
});

/** Authorization code with PKCE, ID tokens, refresh and revocation, by openid-client. */
export function createAuthorizationServers(fetch: BoundedFetch): AuthorizationServers {
  return {
    authorizationUrl: async (provider, { redirectUri, state, nonce, codeVerifier, loginHint }) => {
      const url = oauth.buildAuthorizationUrl(await configurationOf(provider, fetch), {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...provider.parameters,
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      });
      return url.href;
    },
    exchange: async (provider, checks) => exchange(fetch, provider, checks),
    refresh: async (provider, refreshToken, onAnswer) => {
      const call = observe(fetch, onAnswer);
      const config = await configurationOf(provider, call.fetch);
      try {
        const grant = await oauth.refreshTokenGrant(config, refreshToken);
        if (call.answer === undefined) throw new Error('The answer is incomplete.');
        return { answer: call.answer, subject: grant.claims()?.sub ?? null };
      } catch (thrown) {
        // The tokens of an answer are valid, whatever is wrong with its ID token.
        if (call.answer !== undefined) return { answer: call.answer, subject: null };
        throw refreshFailure(provider, thrown);
      }
    },
    revoke: async (provider, refreshToken) => {
      try {
        const hint = { token_type_hint: 'refresh_token' };
        await oauth.tokenRevocation(await configurationOf(provider, fetch), refreshToken, hint);
      } catch (thrown) {
        throw refreshFailure(provider, thrown);
      }
    },
  };
}

async function exchange(
  fetch: BoundedFetch,
  provider: OAuthProvider,
  { callbackUrl, state, nonce, codeVerifier }: CodeExchange,
): ReturnType<AuthorizationServers['exchange']> {
  const call = observe(fetch);
  const config = await configurationOf(provider, call.fetch);
  oauth.enableNonRepudiationChecks(config);
  try {
    const grant = await oauth.authorizationCodeGrant(config, callbackUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = grant.claims();
    if (claims === undefined || call.answer === undefined) throw new Error('The answer is incomplete.');
    return { answer: call.answer, claims };
  } catch (thrown) {
    throw exchangeFailure(thrown, call.answer !== undefined);
  }
}

async function configurationOf(provider: OAuthProvider, fetch: BoundedFetch): Promise<oauth.Configuration> {
  const { issuer, revocationUrl, clientId, clientSecret } = provider;
  const server = {
    issuer,
    authorization_endpoint: provider.authorizationUrl,
    token_endpoint: provider.tokenUrl,
    jwks_uri: provider.jwksUrl,
    ...(revocationUrl === null ? {} : { revocation_endpoint: revocationUrl }),
    id_token_signing_alg_values_supported: ALGORITHMS,
  };
  const auth = clientSecret === '' ? oauth.None() : oauth.ClientSecretPost(clientSecret);
  const config = issuer.includes(TENANT)
    ? await tenantConfiguration(server, clientId, auth)
    : new oauth.Configuration(server, clientId, undefined, auth);
  config.timeout = ANSWER_SECONDS_MAX;
  config[oauth.customFetch] = async (url, init: FetchInit) => fetch(url, init);
  const urls = [provider.tokenUrl, provider.jwksUrl, provider.authorizationUrl, revocationUrl ?? ''];
  // The operator may run a private server without TLS.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library marks it so that it stands out.
  if (urls.some((url) => url.startsWith('http:'))) oauth.allowInsecureRequests(config);
  return config;
}

/**
 * For several tenants the issuer contains the tenant of the ID token. The library supports that only for metadata that it
 * has discovered, so the metadata is passed as an answer.
 */
async function tenantConfiguration(
  server: oauth.ServerMetadata,
  clientId: string,
  auth: oauth.ClientAuth,
): Promise<oauth.Configuration> {
  const url = new URL(server.issuer.replace(TENANT, 'common'));
  return oauth.discovery(url, clientId, undefined, auth, {
    [oauth.customFetch]: async () => Promise.resolve(Response.json(server)),
  });
}

interface ObservedFetch {
  readonly fetch: BoundedFetch;
  /** The tokens of the answer; undefined before it, and for an answer without tokens. */
  readonly answer: TokenAnswer | undefined;
}

/** Reads the tokens of an answer before the library validates the rest of it. */
function observe(fetch: BoundedFetch, onAnswer?: (answer: TokenAnswer) => void): ObservedFetch {
  let answer: TokenAnswer | undefined;
  return {
    get answer() {
      return answer;
    },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (init.method !== 'POST' || response.status !== OK) return response;
      answer = toAnswer(await response.clone().text());
      if (answer !== undefined) onAnswer?.(answer);
      return response;
    },
  };
}

function toAnswer(text: string): TokenAnswer | undefined {
  try {
    const { access_token, refresh_token, expires_in, scope } = Answer.parse(JSON.parse(text));
    return {
      accessToken: access_token,
      refreshToken: refresh_token ?? null,
      expiresIn: expires_in,
      scopes:
        scope === undefined
          ? null
          : scope
              .split(' ')
              .filter((one) => one !== '')
              .slice(0, SCOPES_MAX),
    };
  } catch {
    return undefined;
  }
}

function exchangeFailure(thrown: unknown, hasTokens: boolean): OAuthFailed {
  if (thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'access_denied')
    return new OAuthFailed('access_denied', 'The owner of the mailbox has refused the consent.');
  if (hasTokens && !isUnreached(thrown))
    return new OAuthFailed('invalid_id_token', 'The ID token is not valid.');
  return new OAuthFailed('failed', 'The code could not be exchanged.');
}

function refreshFailure({ name }: OAuthProvider, thrown: unknown): OAuthFailed {
  const code =
    thrown instanceof oauth.ResponseBodyError && CODES.has(thrown.error) ? thrown.error : undefined;
  if (code === undefined)
    return new OAuthFailed('failed', `The authorization server of ${name} did not answer.`);
  const failure = code === 'invalid_grant' ? 'invalid_grant' : 'failed';
  return new OAuthFailed(failure, `The authorization server of ${name} refused the token (${code}).`);
}
