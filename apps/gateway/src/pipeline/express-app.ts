import { FairPool } from '@outreach/service-kit/bulkhead';
import express, { type Express, type RequestHandler } from 'express';
import type { ConsoleFiles } from '../console/console-files.ts';
import { redirectLetters } from '../console/redirect-letters.ts';
import { serveConsole } from '../console/serve-console.ts';
import type { Authenticator } from '../credentials/authenticator.ts';
import { createLookUpGuard, LATE_LOOK_UP_LIMITS } from '../rate-limits/guard-look-up.ts';
import type { GatewayRoute } from '../routes/index.ts';
import type { TrackingHosts } from '../tracking/tracking-hosts.ts';
import { assignRequestId } from './assign-request-id.ts';
import { authenticate } from './authenticate.ts';
import { callBackend, type CallBackendOptions } from './call-backend.ts';
import { answerOptions, cors, securityHeaders } from './headers.ts';
import {
  findRoute,
  readBody,
  refuseTrackingHost,
  requireHost,
  requireRoute,
  requireScope,
  tagIdempotency,
  validate,
} from './checks.ts';
import { limitRate } from './limit-rate.ts';
import { createResponder, writeError, type ResponderOptions } from './respond.ts';

export interface PipelineOptions extends ResponderOptions, Omit<CallBackendOptions, 'respond'> {
  /** Answers the links in emails, and passes all other paths on. */
  readonly tracking: RequestHandler;
  /** The hosts on which nothing else exists. */
  readonly trackingHosts: Pick<TrackingHosts, 'has'>;
  readonly routes: readonly GatewayRoute[];
  readonly authenticator: Authenticator;
  /** Makes the id of a request without one. */
  readonly newRequestId: () => string;
  /** Time for a body to arrive. */
  readonly bodyTimeoutMs: number;
  /** Networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: ReadonlySet<string>;
  /** Undefined without a build of the console. */
  readonly consoleFiles: ConsoleFiles | undefined;
}

/** The gateway as an Express application: its middlewares in the public order of checks. */
export function createExpressApp(options: PipelineOptions): Express {
  const { authenticator, clock, corsOrigins, limiter, logger, ports } = options;
  const respond = createResponder(options);
  const late = new FairPool('late-look-ups', LATE_LOOK_UP_LIMITS);
  const guardLookUp = createLookUpGuard({ limiter, late, clock });
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.set('trust proxy', [...options.trustedProxies]);
  app.use(
    options.tracking,
    assignRequestId(clock, options.newRequestId),
    findRoute(options.routes),
    securityHeaders,
    refuseTrackingHost(options.trackingHosts), // 404
    cors(corsOrigins),
    requireHost, // 400
    redirectLetters(respond),
    serveConsole({ files: options.consoleFiles, respond }),
    answerOptions(corsOrigins, respond),
    authenticate({ authenticator, limiter, guardLookUp }), // 401
    limitRate(limiter), // 429
    requireRoute, // 404, 405
    requireScope, // 403
    readBody(options.bodyTimeoutMs), // 408, 413, 415, 400
    validate, // 400
    tagIdempotency,
    callBackend({ ports, clock, respond, idempotencyPaths: options.idempotencyPaths }),
    writeError(respond, logger),
  );
  return app;
}
