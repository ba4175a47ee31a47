import type { ContactsFeature } from '../methods/index.ts';
import { campaignLinkMethods } from './campaign-links.rpc.ts';
import type { CampaignLinkPorts } from './ports.ts';

export { createCampaignRegister } from './campaign-register.store.ts';

/** The methods for the campaigns service: the segments that campaigns use, and the contacts that they may enroll. */
export function createCampaignLinks(ports: CampaignLinkPorts): ContactsFeature {
  return { name: 'campaign-links', methods: campaignLinkMethods(ports) };
}
