import type { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { readPersonalData } from '@outreach/contracts-common/personal-data';
import type { MethodsOf } from '@outreach/service-kit/rpc';
import type { PersonalPlace } from './ports.ts';

export type PersonalDataMethods = MethodsOf<typeof CampaignsServiceService, 'readPersonalData'>;

/** Everything that this service stores about a contact. An unknown contact has no records. */
export function personalDataMethods(places: readonly PersonalPlace[]): PersonalDataMethods {
  const shown = places.map(({ personalData }) => personalData);
  return {
    readPersonalData: {
      scope: ['admin:gdpr'],
      query: async (_ctx, { contact_id: contact, section, after }) =>
        readPersonalData(shown, { contact, section, after }),
    },
  };
}
