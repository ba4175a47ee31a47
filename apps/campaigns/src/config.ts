import { serviceConfig } from '@outreach/app-kit';
import { backendAddress, defineConfig, type ConfigOf } from '@outreach/service-kit';

/** Every environment variable of the campaigns service. */
export const campaignsConfig = defineConfig({
  ...serviceConfig,
  CONTACTS_ADDRESS: backendAddress('contacts'),
});

export type CampaignsConfig = ConfigOf<typeof campaignsConfig>;
