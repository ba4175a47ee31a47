import type { EventConsumer } from '@outreach/app-kit';
import {
  contactDeleted,
  contactSuppressed,
  contactUpdated,
  contactVerified,
  isErasure,
} from '@outreach/contracts-contacts';
import { createCatalogue, isEvent, type DomainEvent } from '@outreach/event-schema';
import type { ContactAddress, ContactStop } from '../enrollments/index.ts';
import { handleDeletions, type HandleDeletionsPorts } from './handle-deletions.ts';
import type { CommitInWorkspace, ContactDeletion } from './ports.ts';

const catalogue = createCatalogue([contactDeleted, contactSuppressed, contactUpdated, contactVerified]);

export interface ContactEventPorts extends HandleDeletionsPorts {
  readonly commitIn: CommitInWorkspace;
}

/** Consumes deletions, suppressions, changes and verifications of contacts. */
export function contactConsumers(ports: ContactEventPorts): EventConsumer[] {
  return [
    {
      durable: 'campaigns-contacts',
      catalogue,
      handleBatch: async (events) => handleContactEvents(ports, events),
    },
  ];
}

/**
 * Handles the events of each workspace in one transaction. After a failure all events are handled again; they change
 * nothing in a workspace that has committed.
 */
async function handleContactEvents(ports: ContactEventPorts, events: readonly DomainEvent[]): Promise<void> {
  const { references, commitIn } = ports;
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspace_id)) {
    const deletions = own.filter((event) => isEvent(contactDeleted, event)).map(toDeletion);
    const suppressions = own.filter((event) => isEvent(contactSuppressed, event)).map(toStop);
    const addresses = newestAddresses(own);
    await commitIn(workspaceId, async () => {
      if (addresses.length > 0) await references.updateAddresses(addresses);
      if (suppressions.length > 0) await references.stopOf(suppressions);
      if (deletions.length > 0) await handleDeletions(ports, { workspaceId, deletions });
    });
  }
}

function toDeletion(event: DomainEvent): ContactDeletion {
  const { aggregate, occurred_at: occurredAt } = event;
  return { contactId: aggregate.id, deletedAt: new Date(occurredAt), isErasure: isErasure(event) };
}

function toStop({ aggregate, occurred_at: occurredAt }: DomainEvent): ContactStop {
  return { contactId: aggregate.id, at: new Date(occurredAt), reason: 'suppressed' };
}

/** The last known address of each changed contact. */
function newestAddresses(events: readonly DomainEvent[]): readonly ContactAddress[] {
  const newest = new Map<string, ContactAddress>();
  for (const event of events) {
    if (!isEvent(contactUpdated, event) && !isEvent(contactVerified, event)) continue;
    const { id: contactId, version } = event.aggregate;
    if ((newest.get(contactId)?.version ?? -1) >= version) continue;
    const { email, time_zone: timeZone, mail_provider: mailProvider } = event.data;
    newest.set(contactId, { contactId, version, email, timeZone, mailProvider });
  }
  return [...newest.values()];
}
