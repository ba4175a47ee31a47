import { createServiceBase, type ServiceApp, type ServiceOverrides } from '@outreach/app-kit';
import type { Logger } from '@outreach/service-kit';
import type { CampaignsConfig } from './config.ts';
import { campaignsService } from './grpc/campaigns-service.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

/** Wires the campaigns service. */
export function buildApp(config: CampaignsConfig, parts: BuildParts): ServiceApp {
  return createServiceBase(config, { name: 'campaigns', ...parts }).toApp({ services: [campaignsService()] });
}
