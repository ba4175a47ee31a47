import { serviceConfig, type ServiceConfig } from '@outreach/app-kit';
import { parseConfig, processEnvironment } from '@outreach/service-kit';

/** Every environment variable of the auth service. */
export const authConfig = serviceConfig;

export type AuthConfig = ServiceConfig;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): AuthConfig {
  return parseConfig(authConfig, env);
}
