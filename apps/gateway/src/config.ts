import {
  ConfigError,
  hostAndPort,
  identityConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
  backendAddress,
} from '@outreach/service-kit';
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
  NATS_URL: natsConfig.NATS_URL,
  NATS_SUBJECT_PREFIX: natsConfig.NATS_SUBJECT_PREFIX,
  HTTP_LISTEN: hostAndPort.default('0.0.0.0:8080').describe('Where the public API is served.'),
  AUTH_ADDRESS: backendAddress('auth'),
  CONTACTS_ADDRESS: backendAddress('contacts'),
  CAMPAIGNS_ADDRESS: backendAddress('campaigns'),
  WEBHOOKS_ADDRESS: backendAddress('webhooks'),
  TRUSTED_PROXIES: commaList
    .refine((networks) => networks.every(isNetwork), 'must be a comma list of networks such as 10.0.0.0/8')
    .default([])
    .describe('Networks whose X-Forwarded-For is believed, a comma list; none by default.'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional()
    .describe('Redis in which several gateways count rate limits together; without it in memory. Secret.'),
  REDIS_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(REDIS_TIMEOUT_MS_MAX)
    .default(REDIS_TIMEOUT_MS_DEFAULT)
    .describe('How long a request waits for that Redis, in ms, before this gateway counts alone.'),
  REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(REPLICA_COUNT_MAX)
    .default(1)
    .describe('How many gateways run: what a limit is divided by while they count apart.'),
  RATE_LIMIT_SPLIT: z
    .enum(['true', 'false'])
    .default('false')
    .describe('With true several gateways may run without Redis, each with its share of every limit.'),
  CORS_ORIGINS: commaList
    .refine(
      (origins) => origins.every(isOrigin),
      'must be a comma list of origins such as https://app.example.com',
    )
    .default([])
    .describe('Origins whose pages may read answers, a comma list; none by default.'),
};

export type GatewayConfig = z.output<z.ZodObject<typeof gatewayConfig>>;

/** @throws ConfigError naming every variable that is missing or wrong, or that several gateways would count apart. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): GatewayConfig {
  const config = parseConfig(gatewayConfig, env);
  if (config.REPLICAS > 1 && config.REDIS_URL === undefined && config.RATE_LIMIT_SPLIT === 'false') {
    throw new ConfigError([
      'REPLICAS: several gateways count rate limits together only with REDIS_URL; RATE_LIMIT_SPLIT=true gives each its share instead.',
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
