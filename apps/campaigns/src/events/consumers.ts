import { contactDeleted, isErasure } from '@outreach/contracts-contacts';
import { createConsumer, type DeadLetters, type NatsLink, type Topology } from '@outreach/event-bus';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import { systemContext, withCall, type Logger, type Resource } from '@outreach/service-kit';
import { eraseContacts } from '../domain/erase-contacts.ts';
import type { Deps } from '../domain/ports.ts';
import { stopEnrollments } from '../domain/stop-enrollments.ts';

export interface ConsumerParts {
  readonly deps: Deps;
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
}

const catalogue = createCatalogue([contactDeleted]);

/** What other services tell this one. */
export function createConsumers({ deps, ...parts }: ConsumerParts): Resource[] {
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
    const ctx = systemContext({ workspaceId, requestId: deps.newId('req'), service: 'campaigns' });
    await withCall(ctx, async () => deps.unitOfWork(async () => handleDeletions(deps, workspaceId, own)));
  }
}

async function handleDeletions(
  deps: Deps,
  workspaceId: string,
  deletions: readonly DomainEvent[],
): Promise<void> {
  for (const { aggregate, occurred_at: occurredAt } of deletions)
    await stopEnrollments(deps, { contactId: aggregate.id, deletedAt: new Date(occurredAt) });
  const contactIds = deletions.filter(isErasure).map(({ aggregate }) => aggregate.id);
  if (contactIds.length > 0) await eraseContacts(deps, { workspaceId, contactIds });
}
