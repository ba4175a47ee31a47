import { authConfig } from '@outreach/app-auth/config';
import { campaignsConfig } from '@outreach/app-campaigns/config';
import { contactsConfig } from '@outreach/app-contacts/config';
import { gatewayConfig, loadConfig } from '@outreach/app-gateway/config';
import { webhooksConfig } from '@outreach/app-webhooks/config';
import type { AppName } from '@outreach/dev/names';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of an app. */
export interface AppConfig {
  readonly variables: readonly string[];
  /** Variables whose values no ConfigMap may contain. */
  readonly secrets: readonly string[];
  /** @throws ConfigError naming every variable that is missing or wrong. */
  readonly load: (env: Environment) => unknown;
}

const SECRET = /\bSecret\.$/;

function appConfig(fields: z.ZodRawShape, load: AppConfig['load']): AppConfig {
  const secrets = Object.entries(fields).filter(([, field]) =>
    SECRET.test(z.globalRegistry.get(field)?.description ?? ''),
  );
  return { variables: Object.keys(fields), secrets: secrets.map(([name]) => name), load };
}

const APP_CONFIGS: Readonly<Partial<Record<AppName, AppConfig>>> = {
  auth: appConfig(authConfig.fields, authConfig.load),
  contacts: appConfig(contactsConfig.fields, contactsConfig.load),
  campaigns: appConfig(campaignsConfig.fields, campaignsConfig.load),
  webhooks: appConfig(webhooksConfig.fields, webhooksConfig.load),
  gateway: appConfig(gatewayConfig, loadConfig),
};

/** The `config.ts` of an app. */
export function appConfigOf(app: AppName): AppConfig {
  const config = APP_CONFIGS[app];
  if (config === undefined) throw new Error(`${app} has no entry in ${import.meta.filename}.`);
  return config;
}
