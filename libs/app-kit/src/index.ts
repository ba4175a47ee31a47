export { createServiceBase } from './service-base.ts';
export type {
  ServiceApp,
  ServiceBase,
  ServiceBaseOptions,
  ServiceConfig,
  ServiceOverrides,
  ServiceParts,
} from './service-base.ts';
