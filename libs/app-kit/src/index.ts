export { UsageError } from './admin/commands.ts';
export type { AdminCommand, CommandInput, CommandParts, CommandTable } from './admin/commands.ts';
export { runAdmin } from './admin/run-admin.ts';
export type { AdminOptions } from './admin/run-admin.ts';
export { toKnownValues } from './known-values.ts';
export { fromPage, toMeta } from './pages.ts';
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
