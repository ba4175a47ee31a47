import {
  grpcConfig,
  identityConfig,
  keyConfig,
  mongoConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
  type Config,
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

export type ContactsConfig = Config<typeof contactsConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): ContactsConfig {
  return parseConfig(contactsConfig, env);
}
