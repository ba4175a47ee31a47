import { BODY_TIMEOUT_MS, type RouteRow } from '@outreach/http-kit';
import { createIdentitySigner, systemClock, type App, type Clock, type Logger } from '@outreach/service-kit';
import { createAccessTokenVerifier } from './clients/access-tokens.ts';
import { connectBackends, type BackendConnections, type Backends } from './clients/backends.ts';
import { createSigningKeys } from './clients/signing-keys.ts';
import { createStandings } from './clients/standings.ts';
import type { GatewayConfig } from './config.ts';
import { credentialEvents } from './credential-events.ts';
import type { RouteDeps, Services } from './deps.ts';
import { createAuthenticator, type Authenticator } from './domain/credentials/authenticate.ts';
import { createRefreshOwners } from './domain/rate-limits/refresh-owners.ts';
import type { RateLimiter } from './domain/rate-limits/rate-limiter.ts';
import { whyNotReady } from './domain/why-not-ready.ts';
import { createExpressApp } from './http/express-app.ts';
import { createHttpServer, type HttpServer } from './http/http-server.ts';
import { createRequestIds } from './http/request-ids.ts';
import { ALL_ROUTES } from './routes/index.ts';
import { openRateLimiter, type OpenRateLimiter } from './store/open-rate-limiter.ts';

/** What tests put in the place of the real things. */
export interface GatewayParts {
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly newRequestId?: () => string;
  readonly limiter?: RateLimiter;
  readonly rows?: readonly RouteRow<RouteDeps>[];
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs?: number;
  readonly connections?: BackendConnections;
  /** False leaves the broker out. */
  readonly hasEvents?: boolean;
}

export interface GatewayApp extends App {
  readonly http: HttpServer;
  readonly authenticator: Authenticator;
}

/** Wires the gateway. */
export function buildApp(config: GatewayConfig, parts: GatewayParts): GatewayApp {
  const { logger, clock = systemClock } = parts;
  const newRequestId = parts.newRequestId ?? createRequestIds();
  const connections = parts.connections ?? connect(config, clock);
  const authenticator = wireAuthenticator(connections.backends, clock, newRequestId);
  const state = { isStopping: false };
  const rates =
    parts.limiter === undefined ? openRateLimiter(config, { clock, logger }) : given(parts.limiter);
  const services: Services = {
    backends: connections.backends,
    authenticator,
    limiter: rates.limiter,
    refreshOwners: createRefreshOwners(),
    clock,
    newRequestId,
    logger,
    missingBackends: connections.missing,
    isStopping: () => state.isStopping,
    bodyTimeoutMs: parts.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
  };
  const http = createHttpServer(
    config.HTTP_LISTEN,
    createExpressApp({
      services,
      rows: parts.rows ?? ALL_ROUTES,
      trustedProxies: config.TRUSTED_PROXIES,
      corsOrigins: new Set(config.CORS_ORIGINS),
    }),
  );
  const events = parts.hasEvents === false ? [] : watchCredentials(config, authenticator, logger);
  return {
    http,
    authenticator,
    resources: [connections.resource, ...rates.resources, ...events, http],
    readiness: async () => whyNotReady(await connections.missing()),
    announceStop: () => void (state.isStopping = true),
  };
}

function connect(config: GatewayConfig, clock: Clock): BackendConnections {
  const addresses = {
    auth: config.AUTH_ADDRESS,
    contacts: config.CONTACTS_ADDRESS,
    campaigns: config.CAMPAIGNS_ADDRESS,
    webhooks: config.WEBHOOKS_ADDRESS,
  };
  return connectBackends(addresses, createIdentitySigner(config.IDENTITY_PRIVATE_KEY, clock));
}

function wireAuthenticator(backends: Backends, clock: Clock, newRequestId: () => string): Authenticator {
  const standings = createStandings(backends.auth, newRequestId);
  const keys = createSigningKeys(standings.fetchJwks, clock);
  return createAuthenticator({
    clock,
    verifyAccessToken: createAccessTokenVerifier(keys, clock),
    resolveApiKey: standings.resolveApiKey,
    resolveUser: standings.resolveUser,
  });
}

function given(limiter: RateLimiter): OpenRateLimiter {
  return { limiter, resources: [] };
}

function watchCredentials(config: GatewayConfig, authenticator: Authenticator, logger: Logger) {
  return credentialEvents({
    url: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    logger,
    onInvalidated: authenticator.invalidate,
    onGap: authenticator.invalidateAll,
  });
}
