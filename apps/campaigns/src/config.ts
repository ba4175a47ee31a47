import { serviceConfig } from '@outreach/app-kit';
import { backendAddress, parseConfig, processEnvironment, type Config } from '@outreach/service-kit';

/** Every environment variable of the campaigns service. */
export const campaignsConfig = { ...serviceConfig, CONTACTS_ADDRESS: backendAddress('contacts') };

export type CampaignsConfig = Config<typeof campaignsConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): CampaignsConfig {
  return parseConfig(campaignsConfig, env);
}
