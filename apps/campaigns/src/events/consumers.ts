import { contactDeleted, isErasure } from '@outreach/contracts-contacts';
import { createConsumer, type ConsumerParts } from '@outreach/event-bus';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import { withSystemCall, type Resource } from '@outreach/service-kit';
import { eraseContacts } from '../domain/erase-contacts.ts';
import type { Deps } from '../domain/ports.ts';
import { stopEnrollments } from '../domain/stop-enrollments.ts';

export interface OwnParts extends ConsumerParts {
  readonly deps: Deps;
}

/** Contacts whose enrollments one question asks for. */
const CONTACTS_PER_STEP = 500;

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
    const work = { workspaceId, requestId: deps.newId('req'), service: 'campaigns' };
    await withSystemCall(work, async () =>
      deps.unitOfWork(async () => handleDeletions(deps, workspaceId, own)),
    );
  }
}

async function handleDeletions(
  deps: Deps,
  workspaceId: string,
  deletions: readonly DomainEvent[],
): Promise<void> {
  const deleted = deletions.map(({ aggregate, occurred_at: occurredAt }) => ({
    contactId: aggregate.id,
    deletedAt: new Date(occurredAt),
  }));
  for (let from = 0; from < deleted.length; from += CONTACTS_PER_STEP)
    await stopEnrollments(deps, deleted.slice(from, from + CONTACTS_PER_STEP));
  const contactIds = deletions.filter(isErasure).map(({ aggregate }) => aggregate.id);
  if (contactIds.length > 0) await eraseContacts(deps, { workspaceId, contactIds });
}
