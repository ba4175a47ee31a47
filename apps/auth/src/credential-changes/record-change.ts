import { credentialEvents } from '@outreach/contracts-auth/credentials';
import type { EventSink } from '@outreach/event-schema';
import type { NewId } from '@outreach/service-kit';
import type { CredentialChanges, CredentialChangeStore } from './ports.ts';

export function createCredentialChanges(
  changes: CredentialChangeStore,
  events: EventSink,
  newId: NewId,
): CredentialChanges {
  return {
    record: async ({ type, id, version }) => {
      events.emit(credentialEvents[type], { aggregate: { id, version }, data: { id } });
      await changes.save({ type, id, changeId: newId('chg') });
    },
  };
}
