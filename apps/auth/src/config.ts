import { serviceConfig } from '@outreach/app-kit';
import { defineConfig } from '@outreach/service-kit/config';

/** Every environment variable of the auth service. */
export const authConfig = defineConfig(serviceConfig);
