import { SERVER_SECURITIES } from '@outreach/contracts-campaigns/records';
import { z } from 'zod';

const URL_CHARACTERS_MAX = 2_048;
const PORT_MAX = 65_535;
const SERVER = /^(?<host>\[[\da-f:]+\]|[^\s:[\]]+):(?<port>\d{1,5}):(?<security>[a-z]+)$/i;

/** Settings of mailboxes by OAuth 2.0. Google and Microsoft need an id and a secret; all others are for private installations. */
export const oauthConfig = {
  OAUTH_GOOGLE_CLIENT_ID: clientId('Google'),
  OAUTH_GOOGLE_CLIENT_SECRET: clientSecret('Google'),
  OAUTH_GOOGLE_ISSUER: url('Issuer of the ID tokens of Google'),
  OAUTH_GOOGLE_AUTHORIZATION_URL: url('Authorization endpoint of Google'),
  OAUTH_GOOGLE_TOKEN_URL: url('Token endpoint of Google'),
  OAUTH_GOOGLE_JWKS_URL: url('Keys that sign the ID tokens of Google'),
  OAUTH_GOOGLE_REVOCATION_URL: url('Revocation endpoint of Google'),
  OAUTH_GOOGLE_SMTP: server('SMTP', 'Google'),
  OAUTH_GOOGLE_IMAP: server('IMAP', 'Google'),
  OAUTH_MICROSOFT_CLIENT_ID: clientId('Microsoft'),
  OAUTH_MICROSOFT_CLIENT_SECRET: clientSecret('Microsoft'),
  OAUTH_MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]{1,253}$/, 'must be a tenant: an id, a domain, common, organizations or consumers')
    .default('common')
    .describe('Tenant of Microsoft whose users may connect mailboxes: an id, or `common` for all.'),
  OAUTH_MICROSOFT_ISSUER: url('Issuer of the ID tokens of Microsoft'),
  OAUTH_MICROSOFT_AUTHORIZATION_URL: url('Authorization endpoint of Microsoft'),
  OAUTH_MICROSOFT_TOKEN_URL: url('Token endpoint of Microsoft'),
  OAUTH_MICROSOFT_JWKS_URL: url('Keys that sign the ID tokens of Microsoft'),
  OAUTH_MICROSOFT_REVOCATION_URL: url('Revocation endpoint of Microsoft, which has none'),
  OAUTH_MICROSOFT_SMTP: server('SMTP', 'Microsoft'),
  OAUTH_MICROSOFT_IMAP: server('IMAP', 'Microsoft'),
};

function clientId(provider: string) {
  return z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default('')
    .describe(
      `Id of the application that is registered at ${provider}; without it no mailbox of ${provider} is connected by OAuth 2.0.`,
    );
}

function clientSecret(provider: string) {
  return z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default('')
    .describe(`Secret of the application that is registered at ${provider}. Secret.`);
}

function url(description: string) {
  return z
    .string()
    .max(URL_CHARACTERS_MAX)
    .default('')
    .refine((text) => text === '' || isPlainUrl(text), 'must be an http or https URL without credentials')
    .describe(`${description}; the public one if empty. For tests and private installations.`);
}

function server(protocol: string, provider: string) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      if (text === '') return undefined;
      const found = toServer(text);
      if (found !== undefined) return found;
      context.addIssue({
        code: 'custom',
        message: 'must be host:port:security, such as mail.example.com:465:tls',
      });
      return z.NEVER;
    })
    .describe(
      `${protocol} server of mailboxes of ${provider}, as host:port:security with none, starttls or tls; the public one if empty. For tests and private installations.`,
    );
}

function toServer(text: string) {
  const { host = '', port = '', security = '' } = SERVER.exec(text)?.groups ?? {};
  const known = SERVER_SECURITIES.find((one) => one === security);
  const number = Number(port);
  if (known === undefined || number < 1 || number > PORT_MAX) return undefined;
  return { host: host.replaceAll(/[[\]]/g, '').toLowerCase(), port: number, security: known };
}

function isPlainUrl(text: string): boolean {
  const found = URL.parse(text);
  return found !== null && /^https?:$/.test(found.protocol) && found.username === '' && found.password === '';
}
