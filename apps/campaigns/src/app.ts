import { createServiceBase, type ServiceApp, type ServiceOverrides } from '@outreach/app-kit';
import type { Logger } from '@outreach/service-kit';
import type { CampaignsConfig } from './config.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

/** Wires the campaigns service. Its contract has no methods yet, and a server refuses an empty service. */
export function buildApp(config: CampaignsConfig, parts: BuildParts): ServiceApp {
  return createServiceBase(config, { name: 'campaigns', ...parts }).toApp({ services: [] });
}
