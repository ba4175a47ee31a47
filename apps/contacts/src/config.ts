import {
  grpcConfig,
  identityConfig,
  keyConfig,
  mongoConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
} from '@outreach/service-kit';

/** Every environment variable of the contacts service. */
export const contactsConfig = {
  ...processConfig,
  ...grpcConfig,
  ...mongoConfig,
  ...natsConfig,
  ...identityConfig,
  ...keyConfig,
};

export type ContactsConfig = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = processEnvironment()) {
  return parseConfig(contactsConfig, env);
}
