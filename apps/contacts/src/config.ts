import { serviceConfig, type ServiceConfig } from '@outreach/app-kit';
import { parseConfig, processEnvironment } from '@outreach/service-kit';

/** Every environment variable of the contacts service. */
export const contactsConfig = serviceConfig;

export type ContactsConfig = ServiceConfig;

/** @throws ConfigError naming every variable that is missing or wrong. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = processEnvironment(),
): ContactsConfig {
  return parseConfig(contactsConfig, env);
}
