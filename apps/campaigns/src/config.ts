import { serviceConfig } from '@outreach/app-kit';
import { backendAddress, type Config } from '@outreach/service-kit';

/** Every environment variable of the campaigns service. */
export const campaignsConfig = { ...serviceConfig, CONTACTS_ADDRESS: backendAddress('contacts') };

export type CampaignsConfig = Config<typeof campaignsConfig>;
