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

/**
 * Size of the young generation in MiB: a larger one collects the garbage of an import later. And the fixed block size in
 * bytes from which the allocator returns memory at once; by default it grows (docs/performance.md).
 */
const importerSettings = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_MMAP_THRESHOLD_: '262144' };

/** Options of node for every app, as in the Dockerfile. */
export const nodeOptions = ['--expose-gc', '--heap-growing-percent=50'] as const;

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
    SERVICE_KEY: keys[name].service_key,
    TRACKING_KEY: trackingKey(keys),
    ...(hasPublicAddress.has(name) ? { PUBLIC_BASE_URL: `http://${at(ports.gateway)}` } : {}),
    ...(name === 'contacts' ? importerSettings : {}),
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

const at = (port: number): string => `${loopback}:${String(port)}`;
