import type { EventConsumer } from '@outreach/app-kit';
import { contactDeleted, isErasure } from '@outreach/contracts-contacts';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import { handleDeletions, type HandleDeletionsPorts } from './handle-deletions.ts';
import type { CommitInWorkspace, ContactDeletion } from './ports.ts';

const catalogue = createCatalogue([contactDeleted]);

export interface ContactEventPorts extends HandleDeletionsPorts {
  readonly commitIn: CommitInWorkspace;
}

/** Consumers of the deletion events of contacts. */
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
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspace_id)) {
    const deletions = own.map(toDeletion);
    await ports.commitIn(workspaceId, async () => handleDeletions(ports, { workspaceId, deletions }));
  }
}

function toDeletion(event: DomainEvent): ContactDeletion {
  const { aggregate, occurred_at: occurredAt } = event;
  return { contactId: aggregate.id, deletedAt: new Date(occurredAt), isErasure: isErasure(event) };
}
