import { z } from 'zod';
import { ConfigError, keyBytes, type Config } from './config.ts';

/** Two labels or more. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/;

/** The origin of the gateway as its clients see it. */
export const publicBaseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://mail.example.com' })
  .transform((text) => new URL(text).origin)
  .default('http://127.0.0.1:8080');

/** The public addresses that gateway and campaigns share. */
export const publicAddressConfig = {
  PUBLIC_BASE_URL: publicBaseUrl.describe(
    'Public address of the gateway, for the links in emails; the same for gateway and campaigns. One-click unsubscribe requires https.',
  ),
  TRACKING_HOST: z
    .string()
    .default('')
    .transform((text) => text.trim().toLowerCase())
    .refine((host) => host === '' || HOST_NAME.test(host), 'must be a host name such as track.example.com')
    .describe(
      'Host name of the gateway to which the CNAME records of tracking domains point, for example track.example.com; the same for gateway and campaigns, and not the host of PUBLIC_BASE_URL. Without it no tracking domain can be verified.',
    ),
};

/** @throws ConfigError if the API and the tracking domains have one host: only links exist on the host of the domains. */
export function requireOwnTrackingHost(config: Config<typeof publicAddressConfig>): void {
  const { PUBLIC_BASE_URL: baseUrl, TRACKING_HOST: host } = config;
  if (host !== new URL(baseUrl).hostname) return;
  throw new ConfigError(['TRACKING_HOST: must not be the host of PUBLIC_BASE_URL; use another name']);
}

export const trackingConfig = {
  TRACKING_KEY: keyBytes.describe(
    'Key that signs the links in emails and their Message-IDs, 32 bytes as base64; the same for gateway and campaigns. Secret.',
  ),
  TRACKING_KEY_PREVIOUS: keyBytes
    .optional()
    .describe(
      'The previous TRACKING_KEY, during a rotation: links in earlier emails and reports about them stay valid. Secret.',
    ),
};
