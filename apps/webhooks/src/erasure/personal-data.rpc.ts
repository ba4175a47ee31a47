import { readPersonalData } from '@outreach/contracts-common/personal-data';
import type { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { MethodsOf } from '@outreach/service-kit/rpc';
import type { EraseStoredPorts } from './ports.ts';
import { placesOf } from './read-events.ts';

export type PersonalDataMethods = MethodsOf<typeof WebhooksServiceService, 'readPersonalData'>;

/** The stored events of a contact. An unknown contact has none. */
export function personalDataMethods(ports: EraseStoredPorts): PersonalDataMethods {
  const places = placesOf(ports);
  return {
    readPersonalData: {
      scope: ['admin:gdpr'],
      query: async ({ workspaceId }, { contact_id: id, section, after }) =>
        readPersonalData(places, { contact: { workspaceId, id }, section, after }),
    },
  };
}
