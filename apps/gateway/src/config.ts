import {
  ConfigError,
  hostAndPort,
  identityConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
  backendAddress,
  tlsConfig,
  workerAddress,
} from '@outreach/service-kit/config';
import {
  publicAddressConfig,
  publicBaseUrl,
  requireOwnTrackingHost,
  trackingConfig,
} from '@outreach/service-kit/tracking';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const REPLICA_COUNT_MAX = 1_000;
const REDIS_TIMEOUT_MS_DEFAULT = 25;
const REDIS_TIMEOUT_MS_MAX = 10_000;

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Every environment variable of the gateway. */
export const gatewayConfig = {
  ...processConfig,
  ...identityConfig,
  ...tlsConfig,
  ...trackingConfig,
  ...publicAddressConfig,
  NATS_URL: natsConfig.NATS_URL,
  NATS_SUBJECT_PREFIX: natsConfig.NATS_SUBJECT_PREFIX,
  NATS_STREAM_REPLICAS: natsConfig.NATS_STREAM_REPLICAS,
  HTTP_LISTEN: hostAndPort.default('0.0.0.0:8080').describe('Where the public API is served.'),
  AUTH_ADDRESS: backendAddress('auth'),
  AUTH_WORKER_ADDRESS: workerAddress('auth'),
  CONTACTS_ADDRESS: backendAddress('contacts'),
  CONTACTS_WORKER_ADDRESS: workerAddress('contacts'),
  CAMPAIGNS_ADDRESS: backendAddress('campaigns'),
  CAMPAIGNS_WORKER_ADDRESS: workerAddress('campaigns'),
  WEBHOOKS_ADDRESS: backendAddress('webhooks'),
  WEBHOOKS_WORKER_ADDRESS: workerAddress('webhooks'),
  TRUSTED_PROXIES: commaList
    .refine(
      (networks) => networks.every(isNetwork),
      'must be a comma-separated list of networks such as 10.0.0.0/8',
    )
    .default([])
    .describe('Networks whose X-Forwarded-For is trusted, separated by commas; none by default.'),
  PUBLIC_BASE_URL: publicBaseUrl.describe(
    'Public address of the gateway, to which the consent for a mailbox may return.',
  ),
  CONSOLE_DIR: z
    .string()
    .optional()
    .describe('Folder with the build of the console; without it `apps/console/dist` beside the gateway.'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional()
    .describe(
      'Redis for the shared rate limits of several gateways; without it rate limits are in memory. Secret.',
    ),
  REDIS_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(REDIS_TIMEOUT_MS_MAX)
    .default(REDIS_TIMEOUT_MS_DEFAULT)
    .describe('Timeout of a call to Redis, in ms; after it this gateway counts alone.'),
  REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(REPLICA_COUNT_MAX)
    .default(1)
    .describe('Number of gateways. While they count separately, each has a limit divided by this number.'),
  RATE_LIMIT_SPLIT: z
    .enum(['true', 'false'])
    .default('false')
    .describe('With true several gateways run without Redis, each with its share of every limit.'),
  CORS_ORIGINS: commaList
    .refine(
      (origins) => origins.every(isOrigin),
      'must be a comma-separated list of origins such as https://app.example.com',
    )
    .default([])
    .describe('Origins whose pages may read responses, separated by commas; none by default.'),
};

export type GatewayConfig = z.output<z.ZodObject<typeof gatewayConfig>>;

/** @throws ConfigError with every missing or invalid variable, or if several gateways have no shared rate limits. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): GatewayConfig {
  const config = parseConfig(gatewayConfig, env);
  requireOwnTrackingHost(config);
  if (config.REPLICAS > 1 && config.REDIS_URL === undefined && config.RATE_LIMIT_SPLIT === 'false') {
    throw new ConfigError([
      'REPLICAS: several gateways share rate limits only with REDIS_URL; set it, or RATE_LIMIT_SPLIT=true to give each gateway its share.',
    ]);
  }
  return config;
}

function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text;
}
