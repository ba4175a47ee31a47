import { readPersonalData } from '@outreach/contracts-common/personal-data';
import type { CampaignsMethods } from '../methods/index.ts';
import type { PersonalPlace } from './ports.ts';

/** Everything that this service stores about a contact. An unknown contact has no records. */
export function personalDataMethods(places: readonly PersonalPlace[]): CampaignsMethods {
  const shown = places.map(({ personalData }) => personalData);
  return {
    readPersonalData: {
      scope: ['admin:gdpr'],
      query: async (_ctx, { contact_id: contact, section, after }) =>
        readPersonalData(shown, { contact, section, after }),
    },
  };
}
