import { serviceConfig, type ServiceConfig } from '@outreach/app-kit';
import { parseConfig, processEnvironment } from '@outreach/service-kit';

/** Every environment variable of the campaigns service. */
export const campaignsConfig = serviceConfig;

export type CampaignsConfig = ServiceConfig;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): CampaignsConfig {
  return parseConfig(campaignsConfig, env);
}
