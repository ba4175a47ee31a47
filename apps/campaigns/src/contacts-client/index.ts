import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createIdentitySigner, tlsFilesOf } from '@outreach/service-kit/grpc';
import type { CampaignsConfig } from '../config.ts';
import { connectContacts, type ContactsConnection } from './contacts.client.ts';

export type ContactsClient = Feature & Omit<ContactsConnection, 'resource'>;

/** The connection to the contacts service, behind the ports of the features that use it. */
export function createContactsClient({ clock }: ServiceBase, config: CampaignsConfig): ContactsClient {
  const identity = createIdentitySigner(config.IDENTITY_PRIVATE_KEY, clock);
  const { resource, ...ports } = connectContacts({
    address: config.CONTACTS_ADDRESS,
    identity,
    tls: tlsFilesOf(config),
  });
  return { name: 'contacts-client', ...ports, resources: [resource] };
}
