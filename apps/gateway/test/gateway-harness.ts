import { SCOPES } from '@outreach/contracts-auth';
import { createLogger } from '@outreach/service-kit';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import type { AddressInfo } from 'node:net';
import { createGateway, type GatewayApp, type GatewayOptions } from '../src/app.ts';
import type { Backends } from '../src/clients/backends.ts';
import { loadConfig } from '../src/config.ts';
import { ALL_ROUTES } from '../src/routes/index.ts';
import {
  digestOf,
  fakeBackends,
  LIMITS,
  makeKey,
  withExample,
  WORKSPACE,
  type FakeWorld,
  type Handlers,
} from './fake-backends.ts';

export const USER_ID = 'usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const KID = 'test-1';
export const START_MS = 1_769_851_800_000;

export interface Gateway {
  readonly baseUrl: string;
  readonly app: GatewayApp;
  readonly world: FakeWorld;
  readonly backends: Backends;
  readonly time: { ms: number };
  readonly signingKey: CryptoKey;
  /** Creates an active key with these scopes. */
  key(seed: string, scopes?: readonly string[], perMinute?: number): string;
  token(claims?: TokenClaims): Promise<string>;
  call(path: string, init?: RequestInit & { credential?: string }): Promise<Response>;
  stop(): Promise<void>;
}

export interface TokenClaims {
  readonly header?: Record<string, unknown>;
  readonly payload?: Record<string, unknown>;
  readonly issuer?: string;
  readonly audience?: string;
  readonly key?: CryptoKey | Uint8Array;
}

export interface GatewayHarnessOptions {
  /** They replace replies that are derived from the examples. */
  readonly handlers?: Handlers;
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: Partial<GatewayOptions>;
  /** The clock, which the test advances. */
  readonly time?: { ms: number };
}

/** Starts a gateway on a free port, with fake backends in this process. */
export async function startGateway(options: GatewayHarnessOptions = {}): Promise<Gateway> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: KID, alg: 'EdDSA', use: 'sig' };
  const world: FakeWorld = {
    keys: new Map(),
    users: new Map(),
    jwksJson: JSON.stringify({ keys: [jwk] }),
    accessToken: '',
    changes: [],
    calls: [],
  };
  const time = options.time ?? { ms: START_MS };
  const backends = fakeBackends(world, options.handlers);
  const { routes = ALL_ROUTES } = options.options ?? {};
  const app = createGateway(loadConfig({ ...GATEWAY_ENVIRONMENT, ...options.env }), {
    logger: createLogger({ name: 'gateway', level: 'silent' }),
    clock: { now: () => time.ms },
    connections: { backends, missing: async () => [], resource: nothing },
    hasEvents: false,
    ...options.options,
    routes: routes.map(withExample),
  });
  for (const resource of app.resources) await resource.start?.();
  const { port } = addressOf(app);
  const baseUrl = `http://127.0.0.1:${port}`;
  const sign = tokenSigner(privateKey, time);
  addUser(world);
  world.accessToken = await sign();
  return {
    baseUrl,
    app,
    world,
    backends,
    time,
    signingKey: privateKey,
    key: (seed, scopes = SCOPES, perMinute = 600) => addKey(world, { seed, scopes, perMinute }),
    token: sign,
    call: async (path, { credential, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (credential !== undefined) headers.set('authorization', `Bearer ${credential}`);
      return fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, headers });
    },
    stop: async () => {
      for (const resource of [...app.resources].reverse()) await resource.stop?.();
    },
  };
}

const nothing = { name: 'nothing' };

/** The key of links in emails. */
export const TRACKING_KEY = Buffer.alloc(32, 1).toString('base64');

/** The settings that a gateway requires. */
export const GATEWAY_ENVIRONMENT = {
  HTTP_LISTEN: '127.0.0.1:0',
  AUTH_ADDRESS: 'localhost:1',
  CONTACTS_ADDRESS: 'localhost:1',
  CAMPAIGNS_ADDRESS: 'localhost:1',
  WEBHOOKS_ADDRESS: 'localhost:1',
  NATS_URL: 'localhost:1',
  TRACKING_KEY,
  IDENTITY_PRIVATE_KEY: '{}',
  IDENTITY_PUBLIC_KEYS: '{"keys":[]}',
};

function addressOf(app: GatewayApp): AddressInfo {
  const address = app.http.server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return address;
}

function addUser(world: FakeWorld): void {
  world.users.set(USER_ID, {
    user_id: USER_ID,
    workspace_id: WORKSPACE,
    role: 'owner',
    scopes: [...SCOPES],
    workspace_limits: LIMITS,
    tokens_valid_from: new Date(0),
  });
}

function addKey(
  world: FakeWorld,
  facts: { seed: string; scopes: readonly string[]; perMinute: number },
): string {
  const key = makeKey(facts.seed);
  world.keys.set(digestOf(key), {
    key_id: `key_${facts.seed}`,
    workspace_id: WORKSPACE,
    scopes: [...facts.scopes],
    workspace_limits: LIMITS,
    rate_limit_per_minute: facts.perMinute,
  });
  return key;
}

function tokenSigner(privateKey: CryptoKey, time: { ms: number }) {
  return async (claims: TokenClaims = {}): Promise<string> => {
    const iat = Math.floor(time.ms / 1000);
    const payload = { ws: WORKSPACE, role: 'owner', scope: 'contacts:read', jti: 'jti_1', ...claims.payload };
    return new SignJWT({ sub: USER_ID, iat, exp: iat + 900, ...payload })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: KID, ...claims.header })
      .setIssuer(claims.issuer ?? 'outreach')
      .setAudience(claims.audience ?? 'outreach-api')
      .sign(claims.key ?? privateKey);
  };
}
