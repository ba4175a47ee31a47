import type { Clock, Logger } from '@outreach/service-kit';
import type { Backends, BackendName } from './clients/backends.ts';
import type { Authenticator } from './domain/credentials/authenticate.ts';
import type { RateLimiter } from './domain/rate-limits/rate-limiter.ts';
import type { RefreshOwners } from './domain/rate-limits/refresh-owners.ts';
import type { Exchange } from './http/exchange.ts';

/** What the gateway is made of. */
export interface Services {
  readonly backends: Backends;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly refreshOwners: RefreshOwners;
  readonly clock: Clock;
  /** Makes the id of a request that brought none. */
  readonly newRequestId: () => string;
  readonly logger: Logger;
  /** Names of the backends that do not answer. */
  readonly missingBackends: () => Promise<readonly BackendName[]>;
  readonly isStopping: () => boolean;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs: number;
}

/** What a handler is given. */
export interface RouteDeps extends Backends {
  readonly services: Services;
  readonly exchange: Exchange;
}
