import { serviceConfig } from '@outreach/app-kit';
import { defineConfig, type ConfigOf } from '@outreach/service-kit';

/** Every environment variable of the auth service. */
export const authConfig = defineConfig(serviceConfig);

export type AuthConfig = ConfigOf<typeof authConfig>;
