import { authErrors } from '@outreach/contracts-auth';
import { isUnreached, type BoundedFetch, type FetchInit } from '@outreach/outbound-kit/bounded-fetch';
import type { Clock, Logger } from '@outreach/service-kit';
import * as oauth from 'openid-client';
import type { CodeExchange, IdentityClaims, IdentityProvider } from './ports.ts';

/** Of each request. An exchange needs at most four: metadata, token, keys and user info. */
const ANSWER_SECONDS_MAX = 5;
/** Metadata that is older is read again. */
const METADATA_MS = 60 * 60_000;
const SCOPE = 'openid email';
const REASONS_MAX = 5;
const SERVER_ERROR = 500;
const BAD_REQUEST = 400;

export interface IdentityProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  readonly fetch: BoundedFetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Replaces the time for each answer. */
  readonly answerSecondsMax?: number;
}

/** The provider of an issuer, by openid-client: discovery, authorization code with PKCE, and ID tokens. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { redirectUri, logger } = options;
  const configuration = createConfigurations(options);
  const asAppError = (thrown: unknown): Error => {
    logger.warn({ reasons: reasonsOf(thrown) }, 'a log-in by the identity provider failed');
    return failureOf(thrown);
  };
  return {
    authorizationUrl: async ({ state, nonce, codeVerifier }) => {
      const config = await configuration().catch((thrown: unknown) => {
        throw authErrors.oidcUnavailable.make({ cause: asAppError(thrown) });
      });
      const url = oauth.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    exchange: async (checks) => {
      try {
        return await exchange(await configuration(), redirectUri, checks);
      } catch (thrown) {
        throw asAppError(thrown);
      }
    },
  };
}

async function exchange(
  config: oauth.Configuration,
  redirectUri: string,
  { query, state, nonce, codeVerifier }: CodeExchange,
): Promise<IdentityClaims> {
  const callbackUrl = new URL(redirectUri);
  callbackUrl.search = query;
  const grant = await oauth.authorizationCodeGrant(config, callbackUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = grant.claims();
  if (claims === undefined) throw new Error('The answer has no ID token.');
  const hasAddress = claims['email'] !== undefined;
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
  // Some providers leave the address out of ID tokens that are issued with an access token.
  const source =
    hasAddress || !hasUserInfo ? claims : await oauth.fetchUserInfo(config, grant.access_token, claims.sub);
  return { email: source['email'], email_verified: source['email_verified'] };
}

/** Reads the metadata of the provider at the first log-in, and once an hour. A failed attempt is not kept. */
function createConfigurations(options: IdentityProviderOptions): () => Promise<oauth.Configuration> {
  const { clock } = options;
  let known: { readonly config: oauth.Configuration; readonly untilMs: number } | undefined;
  let running: Promise<oauth.Configuration> | undefined;
  return async () => {
    if (known !== undefined && clock.now() < known.untilMs) return known.config;
    running ??= discover(options).finally(() => {
      running = undefined;
    });
    const config = await running;
    known = { config, untilMs: clock.now() + METADATA_MS };
    return config;
  };
}

async function discover(options: IdentityProviderOptions): Promise<oauth.Configuration> {
  const { issuer, clientId, clientSecret, fetch, answerSecondsMax = ANSWER_SECONDS_MAX } = options;
  const server = new URL(issuer);
  const config = await oauth.discovery(server, clientId, undefined, clientAuthentication(clientSecret), {
    timeout: answerSecondsMax,
    [oauth.customFetch]: async (url, init: FetchInit) => fetch(url, init),
    execute: [
      oauth.enableNonRepudiationChecks,
      // The settings allow http for loopback addresses only.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library marks it so that it stands out.
      ...(server.protocol === 'http:' ? [oauth.allowInsecureRequests] : []),
    ],
  });
  // Tenants of Microsoft are read from the ID token for some issuers; then any tenant could vouch for any address.
  if (new URL(config.serverMetadata().issuer).href !== server.href)
    throw new Error('The metadata has another issuer.');
  return config;
}

/** In the body, unless the provider supports the header only. */
function clientAuthentication(secret: string): oauth.ClientAuth {
  const inBody = oauth.ClientSecretPost(secret);
  const inHeader = oauth.ClientSecretBasic(secret);
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] } = server;
    (supported.includes('client_secret_post') ? inBody : inHeader)(server, ...rest);
  };
}

/** The messages of an error and of its causes. */
function reasonsOf(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error)) return [];
  return [thrown.message, ...reasonsOf(thrown.cause)].slice(0, REASONS_MAX);
}

function failureOf(cause: unknown): Error {
  if (cause instanceof oauth.AuthorizationResponseError)
    return isTemporary(cause.error)
      ? authErrors.oidcUnavailable.make({ cause })
      : authErrors.oidcDenied.make({ cause });
  return isWithoutAnswer(cause)
    ? authErrors.oidcUnavailable.make({ cause })
    : authErrors.oidcInvalid.make({ cause });
}

/** RFC 6749 §4.1.2.1. */
function isTemporary(error: string): boolean {
  return error === 'temporarily_unavailable' || error === 'server_error';
}

/** True if the provider was not reached, was too slow, or has answered that it failed. */
function isWithoutAnswer(thrown: unknown): boolean {
  if (isUnreached(thrown)) return true;
  if (thrown instanceof oauth.ResponseBodyError) return thrown.status >= SERVER_ERROR;
  if (thrown instanceof oauth.ClientError && thrown.code === 'OAUTH_TIMEOUT') return true;
  const response = thrown instanceof oauth.ClientError ? thrown.cause : undefined;
  return response instanceof Response && (response.status >= SERVER_ERROR || response.status < BAD_REQUEST);
}
