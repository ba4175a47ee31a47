import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import { clientMethods } from './agency.rpc.ts';
import { createClientStore } from './client.store.ts';
import { createContactRegistry } from './contact-registry.store.ts';
import type { ContactRegistry } from './ports.ts';

export {
  assignEmail,
  assignEmails,
  prepareEmailAssignment,
  releaseEmail,
  type EmailAssignment,
  type RegistryPorts,
} from './assign-email.ts';
export type { ContactRegistry } from './ports.ts';

export interface Agency extends ContactsFeature {
  readonly registry: ContactRegistry;
}

/** The clients of agencies, and the assignment of addresses to the workspaces of an agency. */
export function createAgency({ mongo, units, cursors, clock, ids }: ServiceBase): Agency {
  const { connection } = mongo;
  const clients = createClientStore(connection, cursors);
  return {
    name: 'agency',
    registry: createContactRegistry(connection, units.writes),
    methods: clientMethods({ clients, clock, newId: ids }),
  };
}
