import { join } from 'node:path';
import { loopback } from '@outreach/testing/free-port';
import type { StackKeys } from './keys.ts';
import { appNames, backendNames } from './names.ts';
import type { AppName, BackendName } from './names.ts';
import type { StackPorts } from './ports.ts';
import { repositoryRoot } from './repository-root.ts';

/** The runner's own default; the services' own default is to allow no private address at all. */
export const developmentPrivateCidrs = '127.0.0.0/8,::1/128';

// Compiled once, and the types taken out once: each later start is 1 to 1.5 s of processor time sooner, and the
// compiler that takes them out is not loaded, which saves 20 MiB.
const compileCache = join(repositoryRoot, 'node_modules', '.cache', 'outreach');

/**
 * Room for what is new, in MiB: with more of it an import's garbage lies around for longer. And the size in bytes from
 * which the allocator gives a block back at once, fixed, as it would raise it by itself (docs/performance.md).
 */
const importerSettings = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_MMAP_THRESHOLD_: '262144' };

/** The services that call servers outside. */
const callsOutside: ReadonlySet<AppName> = new Set(['contacts', 'webhooks']);

export type Environment = Readonly<Record<string, string | undefined>>;

export interface AppEnvironmentOptions {
  ports: StackPorts;
  keys: StackKeys;
  mongodbUri: string;
  natsUrl: string;
  databasePrefix?: string | undefined;
  /** The environment the runner was started with: it reaches the apps, and its settings win over defaults. */
  base: Environment;
  /** For all apps; wins over everything else. */
  env?: Environment | undefined;
  /** Replicas that run elsewhere, as `ip:port`. */
  furtherAddresses?: Partial<Record<BackendName, readonly string[]>> | undefined;
}

/** The environment of one app, its whole configuration. */
export function appEnvironment(name: AppName, options: AppEnvironmentOptions): Environment {
  return {
    ...defaults(name, options),
    ...options.base,
    MONGODB_URI: options.mongodbUri,
    NATS_URL: options.natsUrl,
    ...addresses(name, options),
    ...identity(name, options.keys),
    ...database(name, options.databasePrefix),
    ...options.env,
  };
}

function defaults(name: AppName, { keys }: AppEnvironmentOptions): Environment {
  return {
    LOG_LEVEL: 'info',
    SHUTDOWN_DELAY_MS: '0',
    NODE_COMPILE_CACHE: compileCache,
    SERVICE_KEY: keys[name].service_key,
    ...(name === 'contacts' ? importerSettings : {}),
    ...(callsOutside.has(name) ? { OUTBOUND_ALLOW_PRIVATE_CIDRS: developmentPrivateCidrs } : {}),
  };
}

function addresses(name: AppName, { ports, furtherAddresses = {} }: AppEnvironmentOptions): Environment {
  const metrics = { METRICS_LISTEN: at(ports.metrics[name]) };
  const backends = Object.fromEntries(
    backendNames.map((backend) => [
      `${backend.toUpperCase()}_ADDRESS`,
      [at(ports.grpc[backend]), ...(furtherAddresses[backend] ?? [])].join(','),
    ]),
  );
  if (name === 'gateway') return { ...metrics, ...backends, HTTP_LISTEN: at(ports.gateway) };
  return { ...metrics, ...backends, GRPC_LISTEN: at(ports.grpc[name]) };
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
