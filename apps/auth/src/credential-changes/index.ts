import type { ServiceBase } from '@outreach/app-kit';
import type { AuthFeature } from '../methods/index.ts';
import { createCredentialChangeStore } from './credential-change.store.ts';
import { credentialChangeMethods } from './credential-changes.rpc.ts';
import type { CredentialChanges } from './ports.ts';
import { createCredentialChanges } from './record-change.ts';

export type { CredentialChanges } from './ports.ts';

export interface CredentialChangesFeature extends AuthFeature {
  readonly changes: CredentialChanges;
}

/** Changes of credentials, for the gateways: events, and a list that does not need the broker. */
export function createCredentialChangeList({ mongo, events, ids }: ServiceBase): CredentialChangesFeature {
  const store = createCredentialChangeStore(mongo.connection);
  return {
    name: 'credential-changes',
    methods: credentialChangeMethods(store),
    changes: createCredentialChanges(store, events, ids),
  };
}
