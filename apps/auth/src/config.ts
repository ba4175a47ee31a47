import { serviceConfig } from '@outreach/app-kit';
import { defineConfig, type ConfigDefinition, type ConfigOf } from '@outreach/service-kit/config';
import { requireBothOrNeither, systemMailConfig } from '@outreach/system-mail';

const definition = defineConfig({ ...serviceConfig, ...systemMailConfig });

export type AuthConfig = ConfigOf<typeof definition>;

/** Every environment variable of the auth service. */
export const authConfig: ConfigDefinition<AuthConfig> = {
  fields: definition.fields,
  load: (env) => {
    const config = definition.load(env);
    requireBothOrNeither(config);
    return config;
  },
};
