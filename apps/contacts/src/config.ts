import { serviceConfig } from '@outreach/app-kit';
import { outboundConfig } from '@outreach/outbound-kit';
import { parseConfig, processEnvironment, type Config } from '@outreach/service-kit';
import { z } from 'zod';

/** Every environment variable of the contacts service. */
export const contactsConfig = {
  ...serviceConfig,
  ...outboundConfig,
  ENRICHMENT_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || isPlainUrl(text), 'must be an http or https URL without credentials')
    .describe('Server that is asked about contacts to be enriched, by POST; by default nobody is asked.'),
  ENRICHMENT_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default('')
    .describe('Bearer token for ENRICHMENT_URL. Secret.'),
  ENRICHMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(30_000)
    .default(10_000)
    .describe('Time in ms for a whole exchange with ENRICHMENT_URL.'),
};

export type ContactsConfig = Config<typeof contactsConfig>;

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): ContactsConfig {
  return parseConfig(contactsConfig, env);
}
