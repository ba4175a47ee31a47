import { serviceConfig } from '@outreach/app-kit';
import {
  ConfigError,
  defineConfig,
  type ConfigDefinition,
  type ConfigOf,
} from '@outreach/service-kit/config';
import { z } from 'zod';
import { isLoopback } from './loopback.ts';

const URL_CHARACTERS_MAX = 2_048;
const PRINTABLE = /^[\x21-\x7e]*$/;
const OIDC_SETTINGS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

const definition = defineConfig({
  ...serviceConfig,
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://mail.example.com' })
    .transform((text) => new URL(text).origin)
    .default('http://127.0.0.1:8080')
    .describe('Public address of the gateway, for the links in letters of the product; the same as there.'),
  SYSTEM_SMTP_URL: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || isServer(text),
      'must be smtp://user:password@host:port or smtps://user:password@host:port',
    )
    .describe(
      'Mail server for the letters of the product itself, such as invitations: smtp[s]://user:password@host:port, user and password percent-encoded. With smtp the connection is upgraded to TLS, which a password requires unless the host is a loopback address. Without it the product sends no letters. Secret.',
    ),
  SYSTEM_MAIL_FROM: z
    .string()
    .default('')
    .refine((text) => text === '' || ADDRESS.test(text), 'must be an email address')
    .describe('Sender address of the letters of the product. Required with SYSTEM_SMTP_URL.'),
  OIDC_ISSUER: z
    .string()
    .max(URL_CHARACTERS_MAX)
    .default('')
    .refine(
      (text) => text === '' || isIssuer(text),
      'must be an https address without query, such as https://login.example.com; http only for a loopback address',
    )
    .describe(
      'Issuer of the OpenID Connect provider by which people log in; it may be an internal server. Without it people log in with passwords only. While it is set, emails of active users are unique over the installation.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .regex(PRINTABLE, 'must be printable ASCII without spaces')
    .default('')
    .describe(
      'Id of the application that is registered at the OpenID Connect provider. Required with OIDC_ISSUER.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .regex(PRINTABLE, 'must be printable ASCII without spaces')
    .default('')
    .describe(
      'Secret of the application that is registered at the OpenID Connect provider. Required with OIDC_ISSUER. Secret.',
    ),
});

export type AuthConfig = ConfigOf<typeof definition>;

/** Every environment variable of the auth service. */
export const authConfig: ConfigDefinition<AuthConfig> = {
  fields: definition.fields,
  load: (env) => {
    const config = definition.load(env);
    if ((config.SYSTEM_SMTP_URL === '') !== (config.SYSTEM_MAIL_FROM === ''))
      throw new ConfigError(['SYSTEM_MAIL_FROM: set both SYSTEM_SMTP_URL and SYSTEM_MAIL_FROM, or neither']);
    const oidc = OIDC_SETTINGS.filter((name) => config[name] === '');
    if (oidc.length > 0 && oidc.length < OIDC_SETTINGS.length)
      throw new ConfigError([`${oidc.join(', ')}: set all of ${OIDC_SETTINGS.join(', ')}, or none`]);
    return config;
  },
};

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isServer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && url.port !== '';
}
