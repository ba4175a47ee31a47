import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider, { type Configuration, type RefreshToken } from 'oidc-provider';
import { followConsent } from './follow-consent.ts';
import { freePort, loopback } from './free-port.ts';

export const OAUTH_CLIENT = { id: 'outreach', secret: 'client-secret-93b1' } as const;
const MAIL_SERVER = 'mail-server';
const SCOPES = ['openid', 'email', 'offline_access', 'https://mail.google.com/'];
const RSA_BITS = 2_048;
const LIFE_SECONDS = 3_600;

/** An authorization server with real codes, tokens and keys. */
export interface TestOAuthServer {
  /** Settings of the campaigns service, with this server as Google. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of the auth service, with this server as the identity provider. */
  readonly oidcSettings: Readonly<Record<string, string>>;
  readonly issuer: string;
  /** Where a mail server introspects tokens, with its credentials. */
  readonly introspectionUrl: string;
  /** The grant types of the requests of tokens so far. */
  readonly requests: readonly string[];
  /** All tokens that were issued. */
  readonly issued: ReadonlySet<string>;
  /** Faults of the token endpoint. */
  readonly faults: TokenFaults;
  /** The owner of a mailbox consents, or refuses. Returns the address of the callback. */
  consent(authorizationUrl: string, owner: Owner): Promise<URL>;
  /** True for a living access token of the mailbox. */
  accepts(mailbox: string, accessToken: string): Promise<boolean>;
  /** The owner of the mailbox withdraws all consents. */
  withdraw(mailbox: string): Promise<void>;
  /** The number of living refresh tokens of the mailbox. */
  livingGrants(mailbox: string): Promise<number>;
  /** Ends all access tokens; the refresh tokens stay valid. */
  endAccessTokens(): Promise<void>;
  stop(): Promise<void>;
}

export interface Owner {
  readonly mailbox: string;
  readonly refuses?: boolean;
  /** Claims in place of a verified address. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface TokenFaults {
  /** Connections end without an answer. */
  isDown: boolean;
  /** Replaces the ID token of an answer. */
  idToken: ((idToken: string) => string) | undefined;
  /** Changes the claims of an ID token, which the server signs again. */
  idClaims: ((claims: Readonly<Record<string, unknown>>) => object) | undefined;
  /** Called when tokens were issued, before they are sent. */
  onIssued: (() => Promise<void>) | undefined;
}

/** Starts an OpenID provider on a free loopback port. It rotates refresh tokens, and refuses a token that was used. */
export async function startOAuthServer(
  redirectUri = 'http://127.0.0.1:8080/oauth/callback/',
): Promise<TestOAuthServer> {
  const port = await freePort();
  const issuer = `http://${loopback}:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  const profiles = new Map<string, object>();
  const provider = new Provider(issuer, configurationOf({ redirectUri, privateKey, profiles }));
  const grants = new Map<string, Set<string>>();
  const issued = new Set<string>();
  const access = new Map<string, { destroy(): Promise<unknown> }>();
  provider.on('refresh_token.saved', (token: RefreshToken) => {
    const { accountId, grantId = '' } = token;
    grants.set(accountId, (grants.get(accountId) ?? new Set()).add(grantId));
  });
  const faults: TokenFaults = {
    isDown: false,
    idToken: undefined,
    idClaims: undefined,
    onIssued: undefined,
  };
  const requests: string[] = [];
  const handle = provider.callback();
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    if (path.startsWith('/interaction/')) void interact(provider, req, res);
    else if (path.startsWith('/token') && !path.startsWith('/token/'))
      void answerToken({ handle, faults, requests, issued, privateKey }, req, res);
    else void handle(req, res);
  });
  provider.on('access_token.saved', (token) => access.set(token.jti, token));
  await listen(server, port);
  return {
    issuer,
    introspectionUrl: `http://${MAIL_SERVER}:${OAUTH_CLIENT.secret}@${loopback}:${port}/token/introspection`,
    requests,
    issued,
    faults,
    settings: settingsOf(issuer),
    oidcSettings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: OAUTH_CLIENT.id,
      OIDC_CLIENT_SECRET: OAUTH_CLIENT.secret,
    },
    consent: async (url, { mailbox, refuses = false, claims = verified(mailbox) }) => {
      profiles.set(mailbox, claims);
      return followConsent(url, redirectUri, { mailbox, refuses });
    },
    accepts: async (mailbox, token) => (await provider.AccessToken.find(token))?.accountId === mailbox,
    withdraw: async (mailbox) => {
      for (const grantId of grants.get(mailbox) ?? []) {
        await provider.RefreshToken.revokeByGrantId(grantId);
        await provider.AccessToken.revokeByGrantId(grantId);
        await (await provider.Grant.find(grantId))?.destroy();
      }
    },
    livingGrants: async (mailbox) => {
      const found = [...(grants.get(mailbox) ?? [])].map(async (grantId) => provider.Grant.find(grantId));
      return (await Promise.all(found)).filter((grant) => grant !== undefined).length;
    },
    endAccessTokens: async () => {
      for (const token of access.values()) await token.destroy();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function settingsOf(issuer: string): Readonly<Record<string, string>> {
  return {
    OAUTH_GOOGLE_CLIENT_ID: OAUTH_CLIENT.id,
    OAUTH_GOOGLE_CLIENT_SECRET: OAUTH_CLIENT.secret,
    OAUTH_GOOGLE_ISSUER: issuer,
    OAUTH_GOOGLE_AUTHORIZATION_URL: `${issuer}/auth`,
    OAUTH_GOOGLE_TOKEN_URL: `${issuer}/token`,
    OAUTH_GOOGLE_JWKS_URL: `${issuer}/jwks`,
    OAUTH_GOOGLE_REVOCATION_URL: `${issuer}/token/revocation`,
  };
}

interface ProviderOptions {
  readonly redirectUri: string;
  readonly privateKey: KeyObject;
  /** The claims of owners. */
  readonly profiles: ReadonlyMap<string, object>;
}

function configurationOf({ redirectUri, privateKey, profiles }: ProviderOptions): Configuration {
  const jwk = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'test' };
  return {
    clients: [
      {
        client_id: OAUTH_CLIENT.id,
        client_secret: OAUTH_CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      {
        client_id: MAIL_SERVER,
        client_secret: OAUTH_CLIENT.secret,
        redirect_uris: [],
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: [],
        response_types: [],
      },
    ],
    jwks: { keys: [jwk] },
    scopes: SCOPES,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => Promise.resolve({ sub, ...(profiles.get(sub) ?? verified(sub)) }),
    }),
    issueRefreshToken: async () => Promise.resolve(true),
    rotateRefreshToken: true,
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      introspection: { enabled: true },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: LIFE_SECONDS, IdToken: LIFE_SECONDS, Grant: LIFE_SECONDS, Session: LIFE_SECONDS },
  };
}

function verified(email: string): Readonly<Record<string, unknown>> {
  return { email, email_verified: true };
}

/** Logs the owner in and gives the consent that is asked for. The header names the owner. */
async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { prompt, params, grantId, session } = await provider.interactionDetails(req, res);
  const mailbox = String(req.headers['x-owner']);
  if (req.headers['x-refuses'] === 'true')
    await provider.interactionFinished(req, res, { error: 'access_denied' });
  else if (prompt.name === 'login')
    await provider.interactionFinished(req, res, { login: { accountId: mailbox } });
  else {
    const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const grant =
      found ??
      new provider.Grant({ accountId: session?.accountId ?? mailbox, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
  }
}

interface TokenEndpoint {
  readonly handle: (req: IncomingMessage, res: ServerResponse) => unknown;
  readonly faults: TokenFaults;
  readonly requests: string[];
  readonly issued: Set<string>;
  readonly privateKey: KeyObject;
}

/** Passes a request on, and its answer back when the faults allow it. */
async function answerToken(
  { handle, faults, requests, issued, privateKey }: TokenEndpoint,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (faults.isDown) {
    requests.push('none');
    req.socket.destroy();
    return;
  }
  const end = res.end.bind(res);
  req.on('data', (chunk: Buffer) => {
    const grantType = new URLSearchParams(chunk.toString('utf8')).get('grant_type');
    if (grantType !== null) requests.push(grantType);
  });
  res.end = ((body?: unknown) => {
    const sent = Buffer.isBuffer(body) ? body.toString('utf8') : typeof body === 'string' ? body : '';
    const text = changed(sent, { faults, issued, privateKey });
    void (faults.onIssued?.() ?? Promise.resolve()).then(() => {
      if (!res.headersSent) res.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    });
    return res;
  }) as typeof res.end;
  await Promise.resolve(handle(req, res));
}

function changed(
  text: string,
  {
    faults: { idToken, idClaims },
    issued,
    privateKey,
  }: Pick<TokenEndpoint, 'faults' | 'issued' | 'privateKey'>,
): string {
  const body = JSON.parse(text) as Record<string, unknown>;
  for (const name of ['access_token', 'refresh_token', 'id_token']) {
    const token = body[name];
    if (typeof token === 'string') issued.add(token);
  }
  const token = body['id_token'];
  if (typeof token !== 'string') return text;
  if (idClaims !== undefined)
    return JSON.stringify({ ...body, id_token: signedAgain(token, privateKey, idClaims) });
  return idToken === undefined ? text : JSON.stringify({ ...body, id_token: idToken(token) });
}

function signedAgain(
  token: string,
  privateKey: KeyObject,
  change: (claims: Readonly<Record<string, unknown>>) => object,
): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
  const content = `${header}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(port, loopback, resolve);
  });
}
