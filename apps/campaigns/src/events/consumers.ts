import { contactDeleted, isErasure } from '@outreach/contracts-contacts';
import { createConsumer, type ConsumerParts } from '@outreach/event-bus';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import type { Resource } from '@outreach/service-kit';
import { handleDeletions } from '../domain/handle-deletions.ts';
import type { ContactDeletion, Deps } from '../domain/ports.ts';
import { commitIn } from '../in-workspace.ts';

export interface OwnParts extends ConsumerParts {
  readonly deps: Deps;
}

const catalogue = createCatalogue([contactDeleted]);

/** What other services tell this one. */
export function createConsumers({ deps, ...parts }: OwnParts): Resource[] {
  return [
    createConsumer({
      ...parts,
      durable: 'campaigns-contacts',
      catalogue,
      handleBatch: async (events) => handleContactEvents(deps, events),
    }),
  ];
}

/** A transaction per workspace: what one of them has committed, a second handling changes no more. */
async function handleContactEvents(deps: Deps, events: readonly DomainEvent[]): Promise<void> {
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspace_id)) {
    const deletions = own.map(toDeletion);
    await commitIn(deps, workspaceId, async () => handleDeletions(deps, { workspaceId, deletions }));
  }
}

function toDeletion(event: DomainEvent): ContactDeletion {
  const { aggregate, occurred_at: occurredAt } = event;
  return { contactId: aggregate.id, deletedAt: new Date(occurredAt), isErasure: isErasure(event) };
}
