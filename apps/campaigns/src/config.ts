import { serviceConfig } from '@outreach/app-kit';
import { outboundConfig } from '@outreach/outbound-kit';
import { backendAddress, defineConfig, trackingConfig, type ConfigOf } from '@outreach/service-kit';
import { isIP } from 'node:net';
import { z } from 'zod';

const DNS_SERVER = /^(?:([\d.]+)|\[([\da-f:]+)\]|([\da-f:]+))(?::(\d{1,5}))?$/i;

/** Every environment variable of the campaigns service. */
export const campaignsConfig = defineConfig({
  ...serviceConfig,
  ...outboundConfig,
  ...trackingConfig,
  CONTACTS_ADDRESS: backendAddress('contacts'),
  REPLY_MODEL_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || isPlainUrl(text), 'must be an http or https URL without credentials')
    .describe(
      'URL of an external model that classifies replies which no phrase classifies, called by POST; empty for none.',
    ),
  REPLY_MODEL_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default('')
    .describe('Bearer token for REPLY_MODEL_URL. Secret.'),
  REPLY_MODEL_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(30_000)
    .default(3_000)
    .describe('Time limit in ms for a whole request to REPLY_MODEL_URL.'),
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://mail.example.com' })
    .transform((text) => new URL(text).origin)
    .default('http://127.0.0.1:8080')
    .describe(
      'Public address of the gateway, for the links in emails. One-click unsubscribe requires https.',
    ),
  PLANNING_HORIZON_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(3_600)
    .default(900)
    .describe('Seconds before its time at which an email is planned and queued at the earliest.'),
  SENDING_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(0)
    .max(500)
    .default(200)
    .describe('Dialogs with mail servers that a process runs concurrently. With 0 it sends no email.'),
  SENDING_JOURNAL_DIR: z
    .string()
    .default('')
    .describe(
      'Local folder in which a process records its dialogs with mail servers, so that the next process does not send an email twice. It must survive a restart of the process. Installations do not share it. A folder of the system for temporary files if empty.',
    ),
  SENDING_DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine(
      (servers) => servers.every(isDnsServer),
      'must be a comma-separated list of IP addresses, each with an optional port, such as 10.0.0.53:53',
    )
    .describe(
      'Name servers that check the domains of sending accounts, as comma-separated ip or ip:port; the name servers of the system if empty.',
    ),
  SENDING_CA: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || text.includes('-----BEGIN CERTIFICATE-----'),
      'must be certificates in PEM',
    )
    .describe(
      'Certificates of further authorities, in PEM, that mail servers of sending accounts may use; none by default.',
    ),
});

export type CampaignsConfig = ConfigOf<typeof campaignsConfig>;

function isDnsServer(text: string): boolean {
  const [, ipv4, bracketed, ipv6] = DNS_SERVER.exec(text) ?? [];
  return isIP(ipv4 ?? bracketed ?? ipv6 ?? '') !== 0;
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
