import type { Feature, ServiceBase, ServiceConfig } from '@outreach/app-kit';
import { createIdentitySigner } from '@outreach/service-kit';
import { connectContacts, type ContactsConnection } from './contacts.client.ts';

export interface ContactsClient
  extends
    Feature,
    Pick<ContactsConnection, 'candidates' | 'campaigns' | 'mergeData' | 'preflight' | 'suppressor'> {}

/** The connection to the contacts service, behind the ports of the features that use it. */
export function createContactsClient(
  { clock }: Pick<ServiceBase, 'clock'>,
  config: Pick<ServiceConfig, 'IDENTITY_PRIVATE_KEY'> & { readonly CONTACTS_ADDRESS: string },
): ContactsClient {
  const identity = createIdentitySigner(config.IDENTITY_PRIVATE_KEY, clock);
  const { resource, ...ports } = connectContacts(config.CONTACTS_ADDRESS, identity);
  return { name: 'contacts-client', ...ports, resources: [resource] };
}
