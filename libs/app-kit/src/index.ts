export { createServiceBase } from './service-base.ts';
export type {
  ServiceApp,
  ServiceBase,
  ServiceBaseOptions,
  ServiceOverrides,
  ServiceParts,
} from './service-base.ts';
export { serviceConfig } from './service-config.ts';
export type { ServiceConfig } from './service-config.ts';
