import { serviceConfig } from '@outreach/app-kit';
import { dnsServersSetting, outboundConfig } from '@outreach/outbound-kit';
import { defineConfig, type ConfigOf } from '@outreach/service-kit/config';
import { publicBaseUrl } from '@outreach/service-kit/tracking';
import { z } from 'zod';

/** All environment variables of the contacts service. */
export const contactsConfig = defineConfig({
  ...serviceConfig,
  ...outboundConfig,
  ENRICHMENT_URL: externalUrl().describe(
    'URL of an external enrichment server, called by POST; empty to use the built-in provider only.',
  ),
  ENRICHMENT_TOKEN: bearerToken().describe('Bearer token for ENRICHMENT_URL. Secret.'),
  ENRICHMENT_TIMEOUT_MS: timeoutMs().describe('Time limit in ms for a whole request to ENRICHMENT_URL.'),
  VERIFICATION_URL: externalUrl().describe(
    'URL of an external server that verifies addresses, called by POST with `{email}` and answering `{status}`; empty to verify by DNS only.',
  ),
  VERIFICATION_TOKEN: bearerToken().describe('Bearer token for VERIFICATION_URL. Secret.'),
  VERIFICATION_TIMEOUT_MS: timeoutMs().describe('Time limit in ms for a whole request to VERIFICATION_URL.'),
  VERIFICATION_DNS_SERVERS: dnsServersSetting(
    'Name servers that verify the domains of addresses, as comma-separated ip or ip:port; the name servers of the system if empty.',
  ),
  PUBLIC_BASE_URL: publicBaseUrl.describe(
    'Public address of the gateway, for the links to the files of exports.',
  ),
  IMPORT_LEASE_MS: z.coerce
    .number()
    .int()
    .min(6_000)
    .max(300_000)
    .default(15_000)
    .describe(
      'Time in ms after which another worker continues the import of a silent worker. A running worker renews its lease three times within it.',
    ),
});

export type ContactsConfig = ConfigOf<typeof contactsConfig>;

/** Empty without an external server. */
function externalUrl() {
  return z
    .string()
    .default('')
    .refine((text) => text === '' || isPlainUrl(text), 'must be an http or https URL without credentials');
}

function bearerToken() {
  return z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default('');
}

function timeoutMs() {
  return z.coerce.number().int().min(100).max(30_000).default(10_000);
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
