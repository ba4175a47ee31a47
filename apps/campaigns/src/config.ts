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

/** Every environment variable of the campaigns service. */
export const campaignsConfig = {
  ...processConfig,
  ...grpcConfig,
  ...mongoConfig,
  ...natsConfig,
  ...identityConfig,
  ...keyConfig,
};

export type CampaignsConfig = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = processEnvironment()) {
  return parseConfig(campaignsConfig, env);
}
