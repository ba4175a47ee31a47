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

/** Every environment variable of the auth service. */
export const authConfig = {
  ...processConfig,
  ...grpcConfig,
  ...mongoConfig,
  ...natsConfig,
  ...identityConfig,
  ...keyConfig,
};

export type AuthConfig = Config<typeof authConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): AuthConfig {
  return parseConfig(authConfig, env);
}
