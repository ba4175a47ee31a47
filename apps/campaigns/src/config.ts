import { serviceConfig } from '@outreach/app-kit';
import { dnsServersSetting, outboundConfig } from '@outreach/outbound-kit';
import {
  backendAddress,
  ConfigError,
  defineConfig,
  type ConfigDefinition,
  type ConfigOf,
} from '@outreach/service-kit/config';
import { publicAddressConfig, requireOwnTrackingHost, trackingConfig } from '@outreach/service-kit/tracking';
import { z } from 'zod';
import { oauthConfig } from './oauth-config.ts';

const URL_CHARACTERS_MAX = 2_048;
const SECRET_CHARACTERS_MIN = 32;
const SECRET_CHARACTERS_MAX = 512;
/** Standard Webhooks recommends keys of 24 to 64 bytes. */
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;

const BLOCKLIST_ZONES_MAX = 10;
const DNS_NAME = /^(?=.{1,180}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/;

const PLATFORM_NUMBERS = [1, 2, 3, 4] as const;

const platformConfig = {
  PLATFORM_1_URL: platformUrl(1),
  PLATFORM_1_SECRET: platformSecret(1),
  PLATFORM_2_URL: platformUrl(2),
  PLATFORM_2_SECRET: platformSecret(2),
  PLATFORM_3_URL: platformUrl(3),
  PLATFORM_3_SECRET: platformSecret(3),
  PLATFORM_4_URL: platformUrl(4),
  PLATFORM_4_SECRET: platformSecret(4),
};

const definition = defineConfig({
  ...serviceConfig,
  ...outboundConfig,
  ...trackingConfig,
  ...publicAddressConfig,
  ...platformConfig,
  ...oauthConfig,
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
  WINNER_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_592_000)
    .default(86_400)
    .describe('Seconds between two evaluations of the variants of a sequence with automatic winners.'),
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
  INBOX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(5_000)
    .default(1_000)
    .describe(
      'IMAP connections of a process; one workspace has at most half of them. More mailboxes are read in turns.',
    ),
  SENDING_JOURNAL_DIR: z
    .string()
    .default('')
    .describe(
      'Local folder in which a process records its dialogs with mail servers, so that the next process does not send an email twice. It must survive a restart of the process. Installations do not share it. A folder of the system for temporary files if empty.',
    ),
  SENDING_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(15_000)
    .describe(
      'Time in ms after an outage of the database, and after the start of a process, in which a process leaves expired claims to the processes that may still commit their outcomes. With less, an email can be sent twice.',
    ),
  SENDING_PAUSE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(60_000)
    .describe('Time in ms in which a process sends no email of an account whose server it has not reached.'),
  SENDING_DNS_SERVERS: dnsServersSetting(
    'Name servers that check the domains of sending accounts and tracking domains, as comma-separated ip or ip:port; the name servers of the system if empty.',
  ),
  BLOCKLIST_DOMAIN_ZONES: z
    .string()
    .default('')
    .transform((text) =>
      text.split(',').flatMap((zone) => (zone.trim() === '' ? [] : [zone.trim().toLowerCase()])),
    )
    .refine((zones) => zones.length <= BLOCKLIST_ZONES_MAX && zones.every((zone) => DNS_NAME.test(zone)), {
      error: 'must be at most 10 comma-separated DNS names',
    })
    .describe(
      'DNS zones of blocklists of domains (RFC 5782), as comma-separated names such as dbl.example.net. A campaign with a listed domain is not launched or resumed. None by default.',
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

export type CampaignsConfig = ConfigOf<typeof definition>;

/** Every environment variable of the campaigns service. */
export const campaignsConfig: ConfigDefinition<CampaignsConfig> = {
  fields: definition.fields,
  load: (env) => {
    const config = definition.load(env);
    requirePlatformPairs(config);
    requireOwnTrackingHost(config);
    return config;
  },
};

/** @throws ConfigError naming the platforms with a URL and no secret, or with a secret and no URL. */
function requirePlatformPairs(config: CampaignsConfig): void {
  const problems = PLATFORM_NUMBERS.flatMap((number) => {
    const [url, secret] = [`PLATFORM_${number}_URL`, `PLATFORM_${number}_SECRET`] as const;
    if ((config[url] === '') === (config[secret] === '')) return [];
    const [missing, present] = config[url] === '' ? [url, secret] : [secret, url];
    return [`${missing}: is required, because ${present} is set; set both or neither`];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

function platformUrl(number: number) {
  return z
    .string()
    .max(URL_CHARACTERS_MAX)
    .default('')
    .refine((text) => text === '' || isPlainUrl(text), 'must be an http or https URL without credentials')
    .describe(
      `URL of the adapter of the sending platform platform_${number}, which receives emails by POST; empty for none. See docs/platforms.md.`,
    );
}

function platformSecret(number: number) {
  return z
    .string()
    .default('')
    .refine(
      (text) => text === '' || isSecret(text),
      'must be whsec_ and 24 to 64 bytes in base64, or 32 to 512 characters of printable ASCII without spaces',
    )
    .describe(
      `Secret that signs the emails for PLATFORM_${number}_URL and the results of platform_${number}: whsec_ and 24 to 64 bytes in base64, or at least 32 characters. Required with the URL. Secret.`,
    );
}

function isSecret(text: string): boolean {
  const [, base64] = /^whsec_(.*)$/.exec(text) ?? [];
  if (base64 === undefined)
    return (
      /^[\x21-\x7e]+$/.test(text) &&
      text.length >= SECRET_CHARACTERS_MIN &&
      text.length <= SECRET_CHARACTERS_MAX
    );
  const { length } = Buffer.from(base64, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX;
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
