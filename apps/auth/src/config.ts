import { serviceConfig, type ServiceConfig } from '@outreach/app-kit';

/** Every environment variable of the auth service. */
export const authConfig = serviceConfig;

export type AuthConfig = ServiceConfig;
