import { fileURLToPath } from 'node:url';
import { BODY_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@outreach/http-kit/body';
import { systemClock, systemTimer, type Clock, type Logger } from '@outreach/service-kit';
import { createIdentitySigner, tlsFilesOf } from '@outreach/service-kit/grpc';
import type { App } from '@outreach/service-kit/lifecycle';
import { connectBackends, type BackendConnections, type Backends } from './clients/backends.ts';
import { reasonNotReady } from './clients/readiness.ts';
import type { GatewayConfig } from './config.ts';
import { openConsoleFiles } from './console/console-files.ts';
import { createAccessTokenVerifier } from './credentials/access-tokens.ts';
import { createAuthenticator, type Authenticator } from './credentials/authenticator.ts';
import { watchCredentials } from './credentials/credential-changes.events.ts';
import { createCredentialStatusClient } from './credentials/credential-status.client.ts';
import { createSigningKeys } from './credentials/signing-keys.ts';
import { createExpressApp } from './pipeline/express-app.ts';
import { createHttpServer, type HttpServer } from './pipeline/http-server.ts';
import { createRedisIdempotencyPaths } from './pipeline/idempotency-paths.store.ts';
import { createMemoryIdempotencyPaths } from './pipeline/idempotency-paths.ts';
import { createRequestIds } from './pipeline/assign-request-id.ts';
import { createRateLimits } from './rate-limits/index.ts';
import type { RateLimiter } from './rate-limits/rate-limiter.ts';
import { createRefreshTokenOwners } from './rate-limits/refresh-token-owners.ts';
import { ALL_ROUTES, type GatewayRoute } from './routes/index.ts';
import { createTracking, type TrackingBroker } from './tracking/index.ts';

/** Where the build of the console is in the repository and in the image. */
const CONSOLE_DIR_DEFAULT = fileURLToPath(new URL('../../console/dist', import.meta.url));

export interface GatewayOptions {
  readonly logger: Logger;
  /** Replaces the clock and the timer of the machine. */
  readonly clock?: Clock;
  readonly newRequestId?: () => string;
  readonly limiter?: RateLimiter;
  readonly routes?: readonly GatewayRoute[];
  /** Time for a body to arrive. */
  readonly bodyTimeoutMs?: number;
  /** Time for an upload to arrive. */
  readonly uploadTimeoutMs?: number;
  readonly connections?: BackendConnections;
  /** Receives requests for links in emails instead of the broker. */
  readonly trackingBroker?: TrackingBroker;
  /** False runs without the broker. */
  readonly hasEvents?: boolean;
}

export interface GatewayApp extends App {
  readonly http: HttpServer;
  readonly authenticator: Authenticator;
}

/** The whole gateway: backends, credentials, rate limits, pipeline and server. */
export function createGateway(config: GatewayConfig, options: GatewayOptions): GatewayApp {
  const { logger, clock = systemClock, newRequestId = createRequestIds() } = options;
  const { bodyTimeoutMs = BODY_TIMEOUT_MS, uploadTimeoutMs = UPLOAD_TIMEOUT_MS } = options;
  const { backends, missing, resource } = options.connections ?? connect(config, clock);
  const { authenticator, signingKeys } = createCredentials(
    backends,
    { clock, timer: options.clock ?? systemTimer },
    newRequestId,
  );
  const { limiter, redis, resources } = limitsOf(config, options, clock);
  const localPaths = createMemoryIdempotencyPaths(clock);
  const stopping = createFlag();
  const ports = {
    ...backends,
    limiter,
    refreshTokenOwners: createRefreshTokenOwners(),
    missingBackends: missing,
    jwksDocument: signingKeys.document,
    isStopping: stopping.isRaised,
    uploadTimeoutMs,
    isPublicOverHttps: config.PUBLIC_BASE_URL.startsWith('https:'),
    returnOrigins: new Set([...config.CORS_ORIGINS, config.PUBLIC_BASE_URL]),
  };
  const shared = { clock, logger, newRequestId, limiter };
  const tracking = createTracking(config, { ...shared, backends, broker: brokerOf(options) });
  const app = createExpressApp({
    tracking: tracking.handler,
    trackingHosts: tracking.hosts,
    routes: options.routes ?? ALL_ROUTES,
    ports,
    authenticator,
    idempotencyPaths: redis === undefined ? localPaths : createRedisIdempotencyPaths(redis, localPaths),
    ...shared,
    isStopping: stopping.isRaised,
    bodyTimeoutMs,
    trustedProxies: config.TRUSTED_PROXIES,
    corsOrigins: new Set(config.CORS_ORIGINS),
    consoleFiles: openConsoleFiles(config.CONSOLE_DIR ?? CONSOLE_DIR_DEFAULT),
  });
  const http = createHttpServer(config.HTTP_LISTEN, app);
  const events = options.hasEvents === false ? [] : watch(config, authenticator, logger);
  return {
    http,
    authenticator,
    resources: [resource, ...resources, ...events, ...tracking.resources, http],
    readiness: async () => reasonNotReady(await missing()),
    operatorPaths: { '/internal/tls/ask': tracking.certificates },
    announceStop: stopping.raise,
  };
}

function limitsOf(config: GatewayConfig, { limiter, logger }: GatewayOptions, clock: Clock) {
  if (limiter === undefined) return createRateLimits(config, { clock, logger });
  return { limiter, redis: undefined, resources: [] };
}

function createFlag() {
  let isRaised = false;
  return { isRaised: (): boolean => isRaised, raise: (): void => void (isRaised = true) };
}

/** Without the broker nothing is stored. */
function brokerOf({ hasEvents, trackingBroker }: GatewayOptions): TrackingBroker | undefined {
  if (trackingBroker !== undefined || hasEvents !== false) return trackingBroker;
  return { hits: { add: () => undefined }, unsubscribes: { store: async () => Promise.resolve(false) } };
}

function connect(config: GatewayConfig, clock: Clock): BackendConnections {
  const addresses = {
    auth: config.AUTH_ADDRESS,
    contacts: config.CONTACTS_ADDRESS,
    campaigns: config.CAMPAIGNS_ADDRESS,
    webhooks: config.WEBHOOKS_ADDRESS,
    workers: {
      auth: config.AUTH_WORKER_ADDRESS,
      contacts: config.CONTACTS_WORKER_ADDRESS,
      campaigns: config.CAMPAIGNS_WORKER_ADDRESS,
      webhooks: config.WEBHOOKS_WORKER_ADDRESS,
    },
  };
  return connectBackends(
    addresses,
    createIdentitySigner(config.IDENTITY_PRIVATE_KEY, clock),
    tlsFilesOf(config),
  );
}

function createCredentials(
  backends: Backends,
  clocks: { readonly clock: Clock; readonly timer: Clock },
  newRequestId: () => string,
) {
  const { clock, timer } = clocks;
  const { fetchJwks, ...statusClient } = createCredentialStatusClient(backends.auth, newRequestId);
  const signingKeys = createSigningKeys(fetchJwks, timer);
  const verifyAccessToken = createAccessTokenVerifier(signingKeys, clock);
  const forgetSigningKeys = signingKeys.invalidate;
  const ports = { ...clocks, verifyAccessToken, ...statusClient, forgetSigningKeys };
  return { authenticator: createAuthenticator(ports), signingKeys };
}

function watch(config: GatewayConfig, authenticator: Authenticator, logger: Logger): App['resources'] {
  return watchCredentials({
    url: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    logger,
    onInvalidated: (change) => authenticator.invalidate([change]),
    onGap: authenticator.invalidateAll,
  });
}
