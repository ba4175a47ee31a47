import type { Feature, ServiceBase, ServiceConfig } from '@outreach/app-kit';
import { createIdentitySigner, tlsFilesOf } from '@outreach/service-kit/grpc';
import { connectContacts, type ContactsConnection } from './contacts.client.ts';

export type ContactsClient = Feature & Omit<ContactsConnection, 'resource'>;

type ContactsClientConfig = Pick<
  ServiceConfig,
  'IDENTITY_PRIVATE_KEY' | 'GRPC_TLS_CA' | 'GRPC_TLS_CERT' | 'GRPC_TLS_KEY'
> & { readonly CONTACTS_ADDRESS: string };

/** The connection to the contacts service, behind the ports of the features that use it. */
export function createContactsClient({ clock }: ServiceBase, config: ContactsClientConfig): ContactsClient {
  const identity = createIdentitySigner(config.IDENTITY_PRIVATE_KEY, clock);
  const { resource, ...ports } = connectContacts({
    address: config.CONTACTS_ADDRESS,
    identity,
    tls: tlsFilesOf(config),
  });
  return { name: 'contacts-client', ...ports, resources: [resource] };
}
