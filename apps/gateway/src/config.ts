import {
  hostAndPort,
  identityConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
} from '@outreach/service-kit';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const backend = (name: string, about: string): z.ZodType<string, string> =>
  hostAndPort.describe(`gRPC address of the ${name} service${about}.`);

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
  AUTH_ADDRESS: backend('auth', ''),
  CONTACTS_ADDRESS: backend('contacts', ''),
  CAMPAIGNS_ADDRESS: backend('campaigns', ''),
  WEBHOOKS_ADDRESS: backend('webhooks', ''),
  TRUSTED_PROXIES: commaList
    .refine((networks) => networks.every(isNetwork), 'must be a comma list of networks such as 10.0.0.0/8')
    .default([])
    .describe('Networks whose X-Forwarded-For is believed, a comma list; none by default.'),
  CORS_ORIGINS: commaList
    .refine(
      (origins) => origins.every(isOrigin),
      'must be a comma list of origins such as https://app.example.com',
    )
    .default([])
    .describe('Origins whose pages may read answers, a comma list; none by default.'),
};

export type GatewayConfig = z.output<z.ZodObject<typeof gatewayConfig>>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): GatewayConfig {
  return parseConfig(gatewayConfig, env);
}

function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text;
}
