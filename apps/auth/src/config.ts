import { serviceConfig } from '@outreach/app-kit';
import {
  ConfigError,
  defineConfig,
  type ConfigDefinition,
  type ConfigOf,
} from '@outreach/service-kit/config';
import { isLoopback } from '@outreach/outbound-kit/loopback';
import { requireBothOrNeither, systemMailConfig } from '@outreach/system-mail';
import { z } from 'zod';

const URL_CHARACTERS_MAX = 2_048;
const PRINTABLE = /^[\x21-\x7e]*$/;
const OIDC_SETTINGS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

const definition = defineConfig({
  ...serviceConfig,
  ...systemMailConfig,
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
    requireBothOrNeither(config);
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
