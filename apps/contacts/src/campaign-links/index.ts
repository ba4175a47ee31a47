import { sha256 } from '../contact-model/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';
import type { SuppressionReader } from '../suppressions/index.ts';
import { campaignLinkMethods } from './campaign-links.rpc.ts';
import type { CampaignRegister, SegmentHolder } from './ports.ts';

export { createCampaignRegister } from './campaign-register.store.ts';
export type { CampaignRegister } from './ports.ts';

export interface CampaignLinksNeeds {
  readonly campaigns: CampaignRegister;
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly customFields: CustomFieldReader;
  readonly segments: FilterNamePorts['segments'] & SegmentHolder;
  readonly suppressions: SuppressionReader;
}

/** The methods for the campaigns service: the segments that campaigns use, and the contacts that they may enroll. */
export function createCampaignLinks(needs: CampaignLinksNeeds): ContactsFeature {
  const { campaigns, contacts, counts, customFields, segments, suppressions } = needs;
  const ports = { campaigns, contacts, counts, customFields, segments, suppressions, sha256 };
  return { name: 'campaign-links', methods: campaignLinkMethods(ports) };
}
