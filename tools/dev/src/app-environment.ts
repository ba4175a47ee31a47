import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { loopback } from '@outreach/testing/free-port';
import type { StackKeys } from './keys.ts';
import { appNames, backendNames } from './names.ts';
import type { AppName } from './names.ts';
import type { AppPorts, StackPorts } from './ports.ts';
import { repositoryRoot } from './repository-root.ts';
import { redisUrl } from './servers.ts';

/** The default of the development runner. The services themselves allow no private address by default. */
export const developmentPrivateCidrs = '127.0.0.0/8,::1/128';

// Caches compiled code without types. A later start saves 1 to 1.5 s of CPU time, and 20 MiB because the compiler that
// strips types is not loaded.
export const compileCache = join(repositoryRoot, 'node_modules', '.cache', 'outreach');

/** Options of node for every app, as in the Dockerfile. */
export const nodeOptions = ['--expose-gc', '--heap-growing-percent=50'] as const;

/**
 * A young generation of at most 8 MiB for the services that import and deliver. It takes 20 and 100 MiB less than the
 * default; a worker of campaigns would need a tenth more processor time per email (docs/performance.md).
 */
const SMALL_YOUNG_GENERATION = { NODE_OPTIONS: '--max-semi-space-size=8' };
const HAS_SMALL_YOUNG_GENERATION: ReadonlySet<AppName> = new Set(['contacts', 'webhooks']);

/** One heap of the allocator for all threads, as in the Dockerfile: several keep freed memory of their own. */
const MALLOC_ARENA_MAX = '1';

/** The services that call external servers. */
const callsExternalServers: ReadonlySet<AppName> = new Set(['contacts', 'campaigns', 'webhooks']);

/** The services that make or answer links of the gateway, or name its address in messages. */
const hasPublicAddress: ReadonlySet<AppName> = new Set([
  'auth',
  'contacts',
  'campaigns',
  'gateway',
  'webhooks',
]);

export type Environment = Readonly<Record<string, string | undefined>>;

export interface AppEnvironmentOptions {
  ports: StackPorts;
  keys: StackKeys;
  mongodbUri: string;
  natsUrl: string;
  databasePrefix?: string | undefined;
  /** The environment of the runner. It is passed to the apps, and its settings win over defaults. */
  base: Environment;
  /** Settings for all apps. They win over all others. */
  env?: Environment | undefined;
}

/** The environment of one app, its whole configuration. */
export function appEnvironment(name: AppName, options: AppEnvironmentOptions): Environment {
  return {
    ...defaults(name, options),
    ...options.base,
    MONGODB_URI: options.mongodbUri,
    NATS_URL: options.natsUrl,
    ...addresses(name, options.ports),
    ...listens(name, options.ports),
    ...identity(name, options.keys),
    ...database(name, options.databasePrefix),
    ...options.env,
  };
}

/** Gateway and campaigns sign links with one key. It follows from a stored key, so that links survive a restart. */
function trackingKey(keys: StackKeys): string {
  return createHash('sha256').update(`tracking ${keys.gateway.service_key}`).digest('base64');
}

function defaults(name: AppName, { keys, ports }: AppEnvironmentOptions): Environment {
  return {
    LOG_LEVEL: 'info',
    SHUTDOWN_DELAY_MS: '0',
    NODE_COMPILE_CACHE: compileCache,
    MALLOC_ARENA_MAX,
    SERVICE_KEY: keys[name].service_key,
    TRACKING_KEY: trackingKey(keys),
    ...(hasPublicAddress.has(name) ? { PUBLIC_BASE_URL: `http://${at(ports.gateway)}` } : {}),
    ...(HAS_SMALL_YOUNG_GENERATION.has(name) ? SMALL_YOUNG_GENERATION : {}),
    ...(callsExternalServers.has(name) ? { OUTBOUND_ALLOW_PRIVATE_CIDRS: developmentPrivateCidrs } : {}),
  };
}

/** The environment of the second process of an app: that of the first one, with ports of its own. */
export function replicaEnvironment(
  name: AppName,
  environment: Environment,
  { replicas }: StackPorts,
): Environment {
  return replicas === undefined ? environment : { ...environment, ...listens(name, replicas) };
}

/** Where an app finds the other ones. With several gateways, rate limits are in Redis. */
function addresses(name: AppName, ports: StackPorts): Environment {
  const { replicas } = ports;
  const all = [ports, ...(replicas === undefined ? [] : [replicas])];
  const backends = backendNames.map((backend): [string, string] => [
    `${backend.toUpperCase()}_ADDRESS`,
    all.map(({ grpc }) => at(grpc[backend])).join(','),
  ]);
  const isOneOfSeveral = name === 'gateway' && replicas !== undefined;
  return {
    ...Object.fromEntries(backends),
    ...(isOneOfSeveral ? { REDIS_URL: redisUrl(replicas.redis), REPLICAS: String(all.length) } : {}),
  };
}

function listens(name: AppName, ports: AppPorts): Environment {
  const metrics = { METRICS_LISTEN: at(ports.metrics[name]) };
  return name === 'gateway'
    ? { ...metrics, HTTP_LISTEN: at(ports.gateway) }
    : { ...metrics, GRPC_LISTEN: at(ports.grpc[name]) };
}

function identity(name: AppName, keys: StackKeys): Environment {
  const publicKeys = appNames.map((app) => keys[app].identity_public_key);
  return {
    IDENTITY_PRIVATE_KEY: JSON.stringify(keys[name].identity_private_key),
    IDENTITY_PUBLIC_KEYS: JSON.stringify({ keys: publicKeys }),
  };
}

const database = (name: AppName, prefix: string | undefined): Environment =>
  prefix === undefined ? {} : { MONGODB_DATABASE: `${prefix}outreach_${name}` };

const at = (port: number): string => `${loopback}:${port}`;
